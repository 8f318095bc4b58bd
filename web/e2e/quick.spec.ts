/** A hand that is quicker than the server: the board answers at once, whatever the network does. */
import type { Page, WebSocketRoute } from '@playwright/test';

import { begin, choose, drag, moves, OPENED, resign, square, stateOf, touch } from './play';
import { expect, test } from './server';

/** Holds back every turn that is sent, until it is let go. To be called before the page is opened. */
async function hold(page: Page): Promise<{ letGo: () => void; sent: string[][] }> {
  const held: (() => void)[] = [];
  const sent: string[][] = [];
  let open = false;
  await page.routeWebSocket(/\/api\/live/, (route: WebSocketRoute) => {
    const server = route.connectToServer();
    route.onMessage((message) => {
      const { type, actions } = JSON.parse(String(message)) as { type: string; actions: string[] };
      const pass = () => server.send(message);
      if (type === 'submit') sent.push(actions);
      if (type === 'submit' && !open) held.push(pass);
      else pass();
    });
  });
  const letGo = () => {
    open = true;
    for (const pass of held.splice(0)) pass();
  };
  return { letGo, sent };
}

/** What was played and the server has not announced yet. */
const ahead = (page: Page) => page.getByRole('group', { name: 'Moves', exact: true }).locator('.half');

/** The requests to the server from now on. */
function requests(page: Page): string[] {
  const made: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) made.push(request.url());
  });
  return made;
}

const FIRST = [
  { game: 'seega', way: ['a1'] },
  { game: 'salta', way: ['a3', 'b4'] },
  { game: 'senet', way: ['10', '12'], start: '.........c..........s......... c 2' },
  { game: 'senet', way: ['28', 'off'], start: '.........c..........s......c.. c 3' },
  { game: 'draughts', way: ['c3', 'd4'] },
  { game: 'diaballik', way: ['c1', 'c2'], start: OPENED.replace('rr1R', 'rrrR').replace('2r4', '7') },
  { game: 'draughts', way: ['reserve', 'c3'], start: '8/4b3/8/b7/8/8/8/4w3 w 2,0 0 0' },
  { game: 'draughts', way: ['c3', 'e5'], start: '7b/8/8/8/3b4/2w5/8/8 w 0,0 0 0' },
];
for (const { game, way, start } of FIRST) {
  test(`${game}: ${way.join('–')} is seen before the server has it`, async ({ page }) => {
    const { letGo } = await hold(page);
    const id = await begin(page, { game, opponent: 'local', ...(start ? { start } : {}) });
    const [from, to] = [way[0]!, way.at(-1)!];
    for (const spot of way) await touch(page, spot);
    if (to !== 'off') await expect(square(page, to)).not.toHaveAttribute('aria-label', /empty$/);
    if (way.length > 1 && from !== 'reserve')
      await expect(square(page, from)).toHaveAttribute('aria-label', /empty$/);
    expect((await stateOf(page, id)).ply).toBe(0);
    letGo();
    if (game === 'diaballik')
      await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeEnabled();
    else await expect.poll(async () => (await stateOf(page, id)).ply).toBeGreaterThan(0);
    if (to !== 'off') await expect(square(page, to)).not.toHaveAttribute('aria-label', /empty$/);
  });
}

for (const way of ['clicked', 'dragged']) {
  test(`a ball that is ${way} is thrown without the server`, async ({ page }) => {
    await begin(page, { game: 'diaballik', opponent: 'local', start: OPENED });
    const made = requests(page);
    const holder = /ball/;
    await expect(square(page, 'd1')).toHaveAttribute('aria-label', holder);
    if (way === 'dragged') await drag(page, square(page, 'd1'), square(page, 'e1'));
    else for (const spot of ['d1', 'e1']) await touch(page, spot);
    await expect(square(page, 'e1')).toHaveAttribute('aria-label', holder);
    await expect(square(page, 'd1')).not.toHaveAttribute('aria-label', holder);
    await expect(page.getByText('Left in this turn: 2 steps').first()).toBeVisible();
    expect(made).toEqual([]);
  });
}

test('a piece that was carried does not fly, and one that was sent flies once', async ({ page }) => {
  const { letGo } = await hold(page);
  await begin(page, { game: 'salta', opponent: 'local' });
  await page.evaluate(() => {
    const flights: string[] = [];
    Object.assign(globalThis, { flights });
    const original = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
      if (this.closest('[data-role]'))
        flights.push(JSON.stringify(how[0]).includes('transform') ? 'moves' : 'shows');
      return original.apply(this, how);
    };
  });
  const flights = () => page.evaluate(() => (globalThis as unknown as { flights: string[] }).flights);
  await drag(page, square(page, 'a3'), square(page, 'b4'));
  await expect(square(page, 'b4')).not.toHaveAttribute('aria-label', /empty$/);
  letGo();
  await expect(moves(page)).toHaveText(['a3b4']);
  await expect(page.getByRole('status').getByText('Red to move')).toBeVisible();
  expect(await flights()).toEqual([]);
  for (const spot of ['b8', 'a7']) await touch(page, spot);
  await expect(moves(page)).toHaveText(['a3b4', 'b8a7']);
  await expect(page.getByRole('status').getByText('Green to move')).toBeVisible();
  expect(await flights()).toEqual(['moves', 'shows']);
});

test('what the server refuses is taken back, and said', async ({ page }) => {
  await page.routeWebSocket(/\/api\/live/, (route) => {
    const server = route.connectToServer();
    route.onMessage((message) => {
      const { type, id, game } = JSON.parse(String(message)) as Record<string, string>;
      if (type !== 'submit') return server.send(message);
      const refusal = { type: 'error', id, game, code: 'stale', message: 'The game has gone on.', ply: 7 };
      route.send(JSON.stringify(refusal));
    });
  });
  await begin(page, { game: 'salta', opponent: 'local' });
  for (const spot of ['a3', 'b4']) await touch(page, spot);
  await expect(page.getByRole('alert')).toContainText('The game has gone on.');
  await expect(square(page, 'b4')).toHaveAttribute('aria-label', /empty$/);
  await expect(square(page, 'a3')).not.toHaveAttribute('aria-label', /empty$/);
});

/** Two steps and the pass: the whole of a turn. */
const TURN = ['c3', 'd3', 'd3', 'd4', 'd1', 'd4'];

for (const animation of [true, false]) {
  test(`a whole turn is one message${animation ? '' : ', without animation too'}`, async ({ page }) => {
    await choose(page, { animation });
    const { letGo, sent } = await hold(page);
    const id = await begin(page, { game: 'diaballik', opponent: 'local', start: OPENED });
    const made = requests(page);
    for (const spot of TURN) await touch(page, spot);
    await expect(ahead(page)).toHaveText(['c3d3', 'd3d4', 'd1>d4']);
    expect(sent).toEqual([['c3d3', 'd3d4', 'd1>d4']]);
    expect(made).toEqual([]);
    letGo();
    await expect
      .poll(async () => (await stateOf(page, id)).entries.map(({ text }) => text))
      .toEqual(['c3d3', 'd3d4', 'd1>d4']);
    await expect(moves(page)).toHaveText(['c3d3', 'd3d4', 'd1>d4']);
  });
}

test('both sides at one board play on while the server is slow', async ({ page }) => {
  const { letGo, sent } = await hold(page);
  const id = await begin(page, { game: 'salta', opponent: 'local' });
  const played = ['a3b4', 'b8a7', 'c3d4', 'd8c7'];
  for (const action of played) {
    await touch(page, action.slice(0, 2));
    await touch(page, action.slice(2));
  }
  await expect(ahead(page)).toHaveText(played);
  expect(sent).toEqual(played.map((action) => [action]));
  expect((await stateOf(page, id)).ply).toBe(0);
  letGo();
  await expect.poll(async () => (await stateOf(page, id)).entries.map(({ text }) => text)).toEqual(played);
  await expect(moves(page)).toHaveText(played);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a hand that moves on within its turn, and one that ends it', async ({ page }) => {
  await begin(page, { game: 'diaballik', opponent: 'local', start: OPENED });
  for (const spot of ['c3', 'd3', 'd3', 'e4']) await touch(page, spot);
  // No step leads there: it is explained at once, and what was played stands.
  await expect(page.getByRole('alert')).toContainText('d3');
  await expect(square(page, 'd3')).not.toHaveAttribute('aria-label', /empty$/);
  for (const spot of ['d3', 'd4']) await touch(page, spot);
  await page.getByRole('button', { name: 'End the turn' }).click();
  await expect(moves(page)).toHaveText(['c3d3', 'd3d4', 'end']);
});

test('keys lead through a game without the server', async ({ page }) => {
  await begin(page, { game: 'salta', opponent: 'local' });
  for (const [index, way] of [
    ['a3', 'b4'],
    ['b8', 'a7'],
    ['c3', 'd4'],
  ].entries()) {
    for (const spot of way) await touch(page, spot);
    await expect(moves(page)).toHaveCount(index + 1);
  }
  await expect(page.getByRole('status').getByText('Red to move')).toBeVisible();
  const made = requests(page);
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.locator('body').press(key);
  await expect(page.locator('[aria-current="step"]')).toHaveText('a3b4');
  await expect(square(page, 'b8')).not.toHaveAttribute('aria-label', /empty$/);
  expect(made).toEqual([]);
});

test('the analysis board asks no server', async ({ page }) => {
  await page.goto('/analysis?game=salta');
  await expect(page.locator('.cell.movable').first()).toBeVisible();
  const made = requests(page);
  for (const spot of ['a3', 'b4', 'b8', 'a7']) await touch(page, spot);
  await expect(square(page, 'a7')).not.toHaveAttribute('aria-label', /empty$/);
  // Of what games the server has tables is asked once.
  expect(made.filter((url) => !url.endsWith('/api/tables'))).toEqual([]);
});

test('nothing is left of a turn when the game is over', async ({ page }) => {
  await begin(page, { game: 'diaballik', opponent: 'local', start: OPENED });
  const left = page.getByRole('img', { name: /Left in this turn/ });
  await expect(left).toBeVisible();
  await resign(page);
  await expect(page.getByRole('button', { name: 'Rematch' })).toBeVisible();
  await expect(left).toHaveCount(0);
});
