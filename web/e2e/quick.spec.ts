/** A hand that is quicker than the server: what is seen meanwhile, and what is kept. */
import type { Page, Route } from '@playwright/test';

import { begin, choose, drag, moves, OPENED, square, stateOf, touch } from './play';
import { expect, test } from './server';

/** Holds every preview back until it is let go. */
async function hold(page: Page, url: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let open = false;
  await page.route(url, async (route) => {
    if (open) await route.continue();
    else held.push(route);
  });
  return async () => {
    open = true;
    for (const route of held.splice(0)) await route.continue();
  };
}

const IN_GAME = /\/api\/games\/[^/]+\/preview/;

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
  test(`${game}: ${way.join('–')} is seen before the server answers`, async ({ page }) => {
    const id = await begin(page, { game, opponent: 'local', ...(start ? { start } : {}) });
    const letGo = await hold(page, IN_GAME);
    const [from, to] = [way[0]!, way.at(-1)!];
    for (const spot of way) await touch(page, spot);
    if (to !== 'off') await expect(square(page, to)).not.toHaveAttribute('aria-label', /empty$/);
    if (way.length > 1 && from !== 'reserve')
      await expect(square(page, from)).toHaveAttribute('aria-label', /empty$/);
    expect((await stateOf(page, id)).ply).toBe(0);
    await letGo();
    if (game === 'diaballik')
      await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
    else await expect.poll(async () => (await stateOf(page, id)).ply).toBeGreaterThan(0);
    if (to !== 'off') await expect(square(page, to)).not.toHaveAttribute('aria-label', /empty$/);
  });
}

for (const way of ['clicked', 'dragged']) {
  test(`a ball that is ${way} is thrown before the server answers`, async ({ page }) => {
    await begin(page, { game: 'diaballik', opponent: 'local', start: OPENED });
    const letGo = await hold(page, IN_GAME);
    const holder = /ball/;
    await expect(square(page, 'd1')).toHaveAttribute('aria-label', holder);
    if (way === 'dragged') await drag(page, square(page, 'd1'), square(page, 'e1'));
    else for (const spot of ['d1', 'e1']) await touch(page, spot);
    await expect(square(page, 'e1')).toHaveAttribute('aria-label', holder);
    await expect(square(page, 'd1')).not.toHaveAttribute('aria-label', holder);
    await letGo();
    await expect(page.getByText('Left in this turn: 2 steps').first()).toBeVisible();
    await expect(square(page, 'e1')).toHaveAttribute('aria-label', holder);
  });
}

test('a piece that was carried does not fly, and one that was sent flies once', async ({ page }) => {
  await begin(page, { game: 'salta', opponent: 'local' });
  const letGo = await hold(page, IN_GAME);
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
  await letGo();
  await expect(moves(page)).toHaveText(['a3b4']);
  await expect(page.getByRole('status').getByText('Red to move')).toBeVisible();
  expect(await flights()).toEqual([]);
  for (const spot of ['b8', 'a7']) await touch(page, spot);
  await expect(moves(page)).toHaveText(['a3b4', 'b8a7']);
  await expect(page.getByRole('status').getByText('Green to move')).toBeVisible();
  expect(await flights()).toEqual(['moves', 'shows']);
});

test('what the server refuses is taken back, and said', async ({ page }) => {
  await begin(page, { game: 'salta', opponent: 'local' });
  await page.route(IN_GAME, (route) =>
    route.fulfill({ status: 409, json: { code: 'stale', message: 'The game has gone on.' } }),
  );
  for (const spot of ['a3', 'b4']) await touch(page, spot);
  await expect(page.getByRole('alert')).toContainText('The game has gone on.');
  await expect(square(page, 'b4')).toHaveAttribute('aria-label', /empty$/);
  await expect(square(page, 'a3')).not.toHaveAttribute('aria-label', /empty$/);
});

/** Two steps and the pass: the whole of a turn. */
const TURN = ['c3', 'd3', 'd3', 'd4', 'd1', 'd4'];

for (const animation of [true, false]) {
  test(`a whole turn clicked at once is sent whole${animation ? '' : ', without animation too'}`, async ({
    page,
  }) => {
    await choose(page, { animation });
    const id = await begin(page, { game: 'diaballik', opponent: 'local', start: OPENED });
    await page.route(IN_GAME, async (route) => {
      await new Promise((done) => setTimeout(done, 400));
      await route.continue();
    });
    for (const spot of TURN) await touch(page, spot);
    expect((await stateOf(page, id)).ply).toBe(0);
    await expect(moves(page)).toHaveText(['c3d3', 'd3d4', 'd1>d4']);
    expect((await stateOf(page, id)).entries.map(({ text }) => text)).toEqual(['c3d3', 'd3d4', 'd1>d4']);
  });
}

test('the end of a turn comes after the steps that are under way', async ({ page }) => {
  await begin(page, { game: 'diaballik', opponent: 'local', start: OPENED });
  for (const spot of ['c3', 'd3']) await touch(page, spot);
  const end = page.getByRole('button', { name: 'End the turn' });
  await expect(end).toBeVisible();
  const letGo = await hold(page, IN_GAME);
  for (const spot of ['d3', 'd4']) await touch(page, spot);
  await end.click();
  await letGo();
  await expect(moves(page)).toHaveText(['c3d3', 'd3d4', 'end']);
});

test('a kept click that is no action any more is explained', async ({ page }) => {
  await begin(page, { game: 'diaballik', opponent: 'local', start: OPENED });
  const letGo = await hold(page, IN_GAME);
  for (const spot of ['c3', 'd3', 'd3', 'e4']) await touch(page, spot);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await letGo();
  await expect(page.getByRole('alert')).toContainText('d3');
  await expect(square(page, 'd3')).not.toHaveAttribute('aria-label', /empty$/);
});

test('keys that lead through a game are counted while its positions are fetched', async ({ page }) => {
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
  const letGo = await hold(page, /\/frames/);
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.locator('body').press(key);
  await letGo();
  await expect(page.locator('[aria-current="step"]')).toHaveText('a3b4');
  await expect(square(page, 'b8')).not.toHaveAttribute('aria-label', /empty$/);
});

test('the analysis board is as quick', async ({ page }) => {
  await page.goto('/analysis?game=salta');
  await expect(page.locator('.cell.movable').first()).toBeVisible();
  const letGo = await hold(page, /\/api\/preview/);
  for (const spot of ['a3', 'b4', 'b8', 'a7']) await touch(page, spot);
  await expect(square(page, 'b4')).not.toHaveAttribute('aria-label', /empty$/);
  await expect(square(page, 'a7')).toHaveAttribute('aria-label', /empty$/);
  await letGo();
  await expect(square(page, 'a7')).not.toHaveAttribute('aria-label', /empty$/);
});

test('nothing is left of a turn when the game is over', async ({ page }) => {
  await begin(page, { game: 'diaballik', opponent: 'local', start: OPENED });
  const left = page.getByRole('img', { name: /Left in this turn/ });
  await expect(left).toBeVisible();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByRole('button', { name: 'Rematch' })).toBeVisible();
  await expect(left).toHaveCount(0);
});
