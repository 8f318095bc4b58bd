/** The solved game: its story in both languages, and games against the proof, also without a server. */
import { type Page, test as base } from '@playwright/test';

import { board, moves, square } from './play';
import { expect, Server, test } from './server';

/** From the page to a game in which first has begun as the proof says. */
async function playProof(page: Page): Promise<void> {
  await page.goto('/seega/solved');
  await page.getByRole('button', { name: 'Play against the proof' }).click();
  await expect(board(page)).toBeVisible();
  await expect(page).toHaveURL(/\/game\/local-/);
  await expect(moves(page)).toHaveText(['c1'], { timeout: 30_000 });
}

/** All squares on which a stone may be placed. */
const SQUARES = [...'abcde'].flatMap((file) => [1, 2, 3, 4, 5].map((rank) => `${file}${rank}`));
SQUARES.splice(SQUARES.indexOf('c3'), 1);

/** Second places a stone on a square that is free, and first answers. */
async function place(page: Page): Promise<void> {
  await expect(page.getByText('It is your move')).toBeVisible();
  const played = await moves(page).allTextContents();
  const free = SQUARES.find((name) => !played.includes(name));
  await square(page, free!).click();
  await expect(moves(page)).toHaveCount(played.length + 2, { timeout: 30_000 });
}

for (const [lang, title, play, proven] of [
  ['en', 'Seega is solved: first wins', 'Play against the proof', 'The proof'],
  ['ru', 'Сиджа решена: выигрывает первый', 'Сыграть против доказательства', 'Доказательство'],
] as const) {
  test(`the page explains the proof: ${lang}`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'lang', value: lang, url: baseURL }]);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto('/learn');
    await page
      .locator('#seega')
      .getByRole('link')
      .filter({ hasText: /^Solved|решена/ })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${title}`));
    await expect(page.getByText('igroteka tables verify data/tables/seega')).toBeVisible();
    await expect(page.getByText(/^222[,\s]582$/)).toBeVisible();
    await expect(page.locator('#main')).not.toContainText(/solved-[a-z]|\{ ?\$/);
    // The first placement stands on the board.
    await expect(square(page, 'c1')).toHaveAttribute('aria-label', /^c1: (green|зелёный)/);
    // A reader loads no proof, a player does.
    await page.waitForLoadState('networkidle');
    expect(fetched.filter((url) => /proof_wasm|\.proof/.test(url))).toEqual([]);
    await page.getByRole('button', { name: play }).click();
    await expect(page.getByText(proven, { exact: true })).toBeVisible();
    await expect(square(page, 'c1')).toHaveAttribute('aria-label', /^c1: (green|зелёный)/, {
      timeout: 30_000,
    });
    expect(fetched.filter((url) => /proof_wasm|\.proof/.test(url))).toHaveLength(2);
  });
}

test('every answer of the proof is a win, and it says so', async ({ page }) => {
  await playProof(page);
  await expect(page.getByText('The proof', { exact: true })).toBeVisible();
  await expect(page.getByText('Green has a proven win.')).toBeVisible();
  for (let stones = 0; stones < 5; stones += 1) await place(page);
  // Who comes back finds the same opponent; what is taken back is answered anew, and alike.
  const played = await moves(page).allTextContents();
  await page.reload();
  await expect(moves(page)).toHaveText(played);
  await expect(page.getByText('The proof', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(moves(page)).toHaveCount(played.length - 2);
  await square(page, played.at(-2)!).click();
  await expect(moves(page)).toHaveText(played, { timeout: 30_000 });
});

test('a proof that cannot be loaded is no loss', async ({ page }) => {
  await page.route(/\.proof$/, (route) => route.abort());
  await page.goto('/seega/solved');
  await page.getByRole('button', { name: 'Play against the proof' }).click();
  await expect(page.getByText('The proof could not be loaded')).toBeVisible();
  await page.unroute(/\.proof$/);
  await page.reload();
  await expect(moves(page)).toHaveText(['c1'], { timeout: 30_000 });
});

base('what was fetched once plays on without a server', async ({ browser }) => {
  base.setTimeout(120_000);
  const server = new Server();
  await server.start();
  const context = await browser.newContext({
    baseURL: server.address,
    locale: 'en',
    reducedMotion: 'reduce',
    serviceWorkers: 'allow',
  });
  try {
    const page = await context.newPage();
    await page.goto('/');
    await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await playProof(page);
    await place(page);
    await server.stop();
    // Another game, from the page on.
    await playProof(page);
    await place(page);
  } finally {
    await context.close();
    await server.stop();
    server.forget();
  }
});
