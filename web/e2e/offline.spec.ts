/** Without the server: it is stopped, not only hidden from the browser, and comes back later. */
import { type Page, test as base } from '@playwright/test';

import { GAMES, type GameKind, type Listed } from '../src/lib/wire';
import { board, fling, moves, square } from './play';
import { expect, Server } from './server';

// A server of its own, which may be stopped, and a browser that keeps the build.
const test = base.extend<{ server: Server }>({
  server: async ({}, use) => {
    const server = new Server();
    await server.start();
    await use(server);
    await server.stop();
    server.forget();
  },
  page: async ({ browser, server }, use) => {
    const context = await browser.newContext({
      baseURL: server.address,
      locale: 'en',
      reducedMotion: 'reduce',
      serviceWorkers: 'allow',
    });
    await use(await context.newPage());
    await context.close();
  },
});
test.setTimeout(120_000);

/** Opens the start page once, and waits until the browser has everything. */
async function install(page: Page): Promise<void> {
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Plays some legal turn with the mouse, as a newcomer would: whatever can be touched. */
async function turn(page: Page): Promise<void> {
  const [sure, end] = ['Play anyway', 'End the turn'].map((name) =>
    page.getByRole('button', { name, exact: true, disabled: false }),
  );
  if (await sure!.isVisible()) return sure!.click();
  if (await end!.isVisible()) return end!.click();
  await fling(page);
  const targets = page.locator('.cell.target, [data-spot].target');
  const at = (await targets.count()) > 0 ? targets : page.locator('.cell.movable');
  const count = await at.count();
  if (count > 0)
    await at
      .nth(Math.floor(Math.random() * count))
      .click({ timeout: 2000 })
      .catch(() => {});
}

const RULES: Record<GameKind, string> = {
  seega: 'size=3',
  salta: 'limit=8',
  senet: 'pieces=5',
  draughts: 'kingmoves=2,barren=10',
  diaballik: 'limit=8',
};

/** Where games begin that would take long from their start. */
const STARTS: Partial<Record<GameKind, string>> = {
  senet: '........................c..s.. c t',
  draughts: '8/8/5b2/8/1b6/2w5/8/6w1 w 0,0 0 0',
};

for (const game of GAMES) {
  test(`${game}: a whole game without a server, handed in when it is back`, async ({ page, server }) => {
    await install(page);
    await server.stop();
    const query = new URLSearchParams({ rules: `${game}(${RULES[game]})`, start: STARTS[game] ?? '' });
    await page.goto(`/new/${game}?${query}`);
    await page.getByRole('radio', { name: '1', exact: true }).check();
    await page.locator('form.new').getByRole('button').last().click();
    await expect(board(page)).toBeVisible();
    await expect(page).toHaveURL(/\/game\/local-/);
    if (game === 'senet') await expect(page.getByText('not certified')).toBeVisible();
    const again = page.getByRole('button', { name: 'Rematch' });
    const own = page.getByText('It is your move');
    for (let step = 0; step < 2000 && !(await again.isVisible()); step += 1) {
      if (await own.isVisible()) await turn(page);
      else await page.waitForTimeout(20);
    }
    await expect(again).toBeVisible();
    const played = await moves(page).allTextContents();
    // A reload changes nothing.
    await page.reload();
    await expect(again).toBeVisible();
    expect(await moves(page).allTextContents()).toEqual(played);

    await page.goto('/games');
    await expect(page.getByRole('heading', { name: 'On this device' })).toBeVisible();
    const add = page.getByRole('button', { name: 'Add 1 finished game to the account' });
    await expect(add).toBeDisabled();
    await server.start();
    await expect(add).toBeEnabled({ timeout: 30_000 });
    await add.click();
    await expect(page.getByRole('heading', { name: 'On this device' })).toHaveCount(0);
    const mine = (await (await page.request.get('/api/me/games')).json()) as Listed[];
    expect(mine.map(({ kind, phase, rated }) => ({ kind, phase, rated }))).toEqual([
      { kind: game, phase: 'over', rated: false },
    ]);
    expect(mine[0]!.ply).toBe(played.length);
  });
}

test('a game survives a reload and a closed tab, and can be taken back', async ({ page, server }) => {
  await install(page);
  await server.stop();
  await page.goto('/');
  const salta = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Salta' }) });
  await salta.getByRole('button', { name: 'Two players on this device' }).click();
  await expect(board(page)).toBeVisible();
  for (const spot of ['a3', 'b4', 'b8', 'a7']) await square(page, spot).click();
  await expect(moves(page)).toHaveText(['a3b4', 'b8a7']);
  const address = page.url();
  const other = await page.context().newPage();
  await page.close();
  await other.goto(address);
  await expect(moves(other)).toHaveText(['a3b4', 'b8a7']);
  await other.getByRole('button', { name: 'Take back' }).click();
  await expect(moves(other)).toHaveText(['a3b4']);
});

test('start page, rules, lessons and analysis without a server', async ({ page, server }) => {
  await install(page);
  await server.stop();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('This browser is too old')).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'connection' })).toBeVisible();

  // On a phone the head of the page is not covered by it.
  await page.setViewportSize({ width: 390, height: 844 });
  const head = (await page.getByRole('banner').boundingBox())!;
  const said = (await page.getByRole('status').filter({ hasText: 'connection' }).boundingBox())!;
  expect(said.y).toBeGreaterThan(head.y + head.height);
  expect(said.y + said.height).toBeLessThanOrEqual(844);
  // No headings of what only the server has.
  await page.goto('/games');
  await expect(page.getByText('The server cannot be reached').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.goto('/analysis?game=draughts');
  await square(page, 'c3').click();
  await square(page, 'd4').click();
  await expect(page.getByRole('button', { name: 'c3-d4' })).toBeVisible();
  await page.getByRole('switch').check();
  await expect(page.getByText(/a second/)).toBeVisible();
  // Another position: another search, at once.
  await square(page, 'b6').click();
  await square(page, 'a5').click();
  await expect(page.getByText(/a second/)).toBeVisible();

  await page.goto('/rules/seega');
  await expect(page.getByRole('grid').first()).toBeVisible();
  await page.goto('/learn/seega/first');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Back again by itself.
  await server.start();
  await expect(page.getByRole('status').filter({ hasText: 'connection' })).toHaveCount(0, {
    timeout: 30_000,
  });
});

test('a browser without SIMD gets a word', async ({ page }) => {
  await page.addInitScript(() => {
    WebAssembly.validate = () => false;
  });
  await page.goto('/');
  await expect(page.getByText('This browser is too old')).toBeVisible();
  await expect(page.getByText('слишком стар')).toBeVisible();
});
