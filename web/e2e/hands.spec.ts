/** The board in the hand: drawing on it, looking back, premoves, drops, what is asked and what isn't. */
import type { Page } from '@playwright/test';

import {
  begin,
  board,
  centre,
  choose,
  drag,
  moves,
  OPENED,
  pair,
  pick,
  square,
  stateOf,
  sticks,
  touch,
} from './play';
import { expect, test } from './server';

test('arrows and circles are drawn with the right button and go with a click', async ({ page }) => {
  await begin(page, { game: 'salta', opponent: 'local' });
  const shapes = page.locator('.shape');
  await drag(page, square(page, 'a1'), square(page, 'c3'), 'right');
  await expect(shapes).toHaveCount(1);
  await square(page, 'b2').click({ button: 'right' });
  await expect(shapes).toHaveCount(2);
  await square(page, 'e5').click();
  await expect(shapes).toHaveCount(0);
});

test('wheel and keys lead through the game, f turns the board, ? helps', async ({ page }) => {
  await begin(page, { game: 'salta', opponent: 'local' });
  for (const [index, path] of [
    ['a3', 'b4'],
    ['b8', 'a7'],
  ].entries()) {
    for (const spot of path) await touch(page, spot);
    await expect(moves(page)).toHaveCount(index + 1);
  }
  const current = page.locator('[aria-current="step"]');
  await expect(current).toHaveText('b8a7');
  const { x, y } = await centre(square(page, 'e5'));
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -100);
  await expect(current).toHaveText('a3b4');
  await expect(page.getByText('Looking back: 1 of 2')).toBeVisible();
  await page.locator('body').press('ArrowRight');
  await expect(current).toHaveText('b8a7');
  await page.locator('body').press('Home');
  await expect(current).toHaveCount(0);
  await expect(square(page, 'a3')).toHaveAttribute('aria-label', /^a3: green/);
  await page.locator('body').press('End');
  await expect(square(page, 'a3')).toHaveAttribute('aria-label', 'a3: empty');
  const before = (await square(page, 'a1').boundingBox())!.x;
  await page.locator('body').press('f');
  await expect.poll(async () => (await square(page, 'a1').boundingBox())!.x).toBeGreaterThan(before);
  await page.locator('body').press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a premove is played as soon as it can be', async ({ browser, baseURL }) => {
  const { host, guest, id } = await pair(browser, baseURL, { game: 'salta' });
  await touch(guest, 'b8');
  await touch(guest, 'a7');
  await expect(guest.locator('.planned')).toHaveCount(2);
  await touch(host, 'a3');
  await touch(host, 'b4');
  await expect(moves(host)).toHaveText(['a3b4', 'b8a7']);
  expect((await stateOf(host, id)).ply).toBe(2);
});

test('whose turn it is stands in the title and in the icon', async ({ browser, baseURL }) => {
  const { host, guest } = await pair(browser, baseURL, { game: 'seega' });
  const icon = (page: Page) => page.locator('#favicon');
  await expect(host).toHaveTitle(/Your turn/);
  await expect(icon(host)).toHaveAttribute('href', '/icon-turn.svg');
  await expect(guest).not.toHaveTitle(/Your turn/);
  await touch(host, 'a1');
  await expect(guest).toHaveTitle(/Your turn/);
  await expect(icon(guest)).toHaveAttribute('href', '/icon-turn.svg');
  await expect(icon(host)).toHaveAttribute('href', '/icon.svg');
});

test('a turn of a slow game is confirmed before it is sent', async ({ browser, baseURL }) => {
  const { host, id } = await pair(browser, baseURL, { game: 'salta', clock: '3d' });
  for (const spot of ['a3', 'b4']) await touch(host, spot);
  await expect(host.getByText('Send this turn?')).toBeVisible();
  expect((await stateOf(host, id)).ply).toBe(0);
  await host.getByRole('button', { name: 'Undo', exact: true }).click();
  for (const spot of ['c3', 'd4']) await touch(host, spot);
  await host.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(moves(host)).toHaveText(['c3d4']);
  await expect.poll(async () => (await stateOf(host, id)).ply).toBe(1);
});

const FORCED = '7b/8/8/8/3b4/2w5/8/8 w 0,0 0 0';

test('a forced action is played by itself for one who wishes it', async ({ page }) => {
  await choose(page, { forced: true });
  const id = await begin(page, {
    game: 'draughts',
    opponent: 'engine',
    level: 1,
    side: 'first',
    start: FORCED,
  });
  await expect(moves(page).first()).toHaveText('c3:e5');
  expect((await stateOf(page, id)).ply).toBeGreaterThan(0);
});

test('a hint shows the whole way, and goes with its position', async ({ page }) => {
  await begin(page, { game: 'draughts', opponent: 'local', start: '7b/8/3b4/8/3b4/2w5/8/8 w 0,0 0 0' });
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('.shape')).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Type a move' }).fill('c3:e5:c7');
  await page.keyboard.press('Enter');
  await expect(moves(page)).toHaveCount(1);
  await expect(page.locator('.shape')).toHaveCount(0);
});

test('a hint says what it is good for, and stays with a hand that follows it only', async ({ page }) => {
  await begin(page, { game: 'diaballik', opponent: 'local', start: OPENED });
  await page.getByRole('button', { name: 'Hint' }).click();
  const hint = page.locator('.say .hint');
  await expect(hint).toBeVisible();
  await expect(page.getByRole('status').getByText(/^Why: .+ \+\d\.\d\d/)).toBeVisible();
  const [first = ''] = (await hint.locator('b').innerText()).split(' ');
  const [from = '', to = ''] = first.match(/[a-g]\d/g) ?? [];
  for (const spot of [from, to]) await touch(page, spot);
  await expect(hint).toContainText(first);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(hint).toBeVisible();
  for (const spot of ['g1', 'g2']) await touch(page, spot);
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeEnabled();
  await expect(hint).toHaveCount(0);
});

test('a hand that is faster than the core loses nothing', async ({ page }) => {
  await page.route(/\.wasm$/, async (route) => {
    await new Promise((later) => setTimeout(later, 3000));
    await route.continue();
  });
  const id = await begin(page, { game: 'salta', opponent: 'local' });
  for (const spot of ['a3', 'b4']) await touch(page, spot);
  expect((await stateOf(page, id)).ply).toBe(0);
  await expect(moves(page).first()).toHaveText('a3b4');
});

test('captured pieces lie beside the board', async ({ page }) => {
  const id = await begin(page, { game: 'draughts', opponent: 'local', start: FORCED });
  const taken = page.getByRole('img', { name: 'White: Pieces taken: 1' });
  await expect(taken).toHaveCount(0);
  for (const spot of ['c3', 'e5']) await touch(page, spot);
  await expect(taken).toBeVisible();
  // What comes of the turn leads back to the present: look back when it has come.
  await expect.poll(async () => (await stateOf(page, id)).ply).toBe(1);
  await expect(page.getByRole('status').getByText('Black to move')).toBeVisible();
  await page.locator('body').press('Home');
  await expect(taken).toHaveCount(0);
});

test('a move slides to its end, though the server confirms it meanwhile', async ({ page }) => {
  await begin(page, { game: 'salta', opponent: 'local' });
  await page.evaluate(() => {
    const ended: string[] = [];
    Object.assign(globalThis, { ended });
    const original = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
      const animation = original.apply(this, how);
      const piece = this.closest('[data-role]') !== null;
      if (piece) animation.onfinish = () => ended.push('finished');
      if (piece) animation.oncancel = () => ended.push('cancelled');
      return animation;
    };
  });
  for (const spot of ['a3', 'b4']) await touch(page, spot);
  // Where the piece is, and whether it is seen.
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { ended: string[] }).ended))
    .toEqual(['finished', 'finished']);
});

test('a man of the reserve is dropped by drag and by click', async ({ page }) => {
  const id = await begin(page, {
    game: 'draughts',
    opponent: 'local',
    start: '8/4b3/8/b7/8/8/8/4w3 w 2,0 0 0',
  });
  const reserve = page.locator('[data-spot="reserve"]');
  await drag(page, reserve, square(page, 'c3'));
  await expect(moves(page)).toHaveText(['@c3']);
  for (const spot of ['e7', 'f6']) await touch(page, spot);
  await expect.poll(async () => (await stateOf(page, id)).ply).toBe(2);
  await reserve.click();
  await touch(page, 'g1');
  await expect(moves(page).last()).toHaveText('@g1');
});

test('a light square says that it is none of the board’s', async ({ page }) => {
  await begin(page, { game: 'draughts', opponent: 'local' });
  const [from, above] = [await centre(square(page, 'c3')), await centre(square(page, 'c5'))];
  await drag(page, square(page, 'c3'), { x: from.x, y: (from.y + above.y) / 2 });
  await expect(page.getByRole('alert')).toContainText('Only dark squares are used, and c4 is a light one');
  await expect(page.locator('rect.refused')).toHaveCount(1);
});

for (const sound of [true, false]) {
  test(`a move is ${sound ? 'heard' : 'silent where sounds are off'}`, async ({ page }) => {
    await page.addInitScript(() => {
      const heard = globalThis as { knocks?: number };
      heard.knocks = 0;
      const original = AudioContext.prototype.createBufferSource;
      AudioContext.prototype.createBufferSource = function () {
        heard.knocks! += 1;
        return original.call(this);
      };
    });
    await choose(page, { sound });
    await begin(page, { game: 'seega', opponent: 'local' });
    await touch(page, 'a1');
    await expect(moves(page)).toHaveCount(1);
    const knocks = () => page.evaluate(() => (globalThis as { knocks?: number }).knocks ?? 0);
    if (sound) await expect.poll(knocks).toBeGreaterThan(0);
    else expect(await knocks()).toBe(0);
  });
}

test('the odds of a throw come with the moves that it would allow', async ({ page }) => {
  await begin(page, { game: 'senet', opponent: 'local' });
  await sticks(page).click();
  await pick(page, 'Show the odds');
  const odds = page.getByRole('table', { name: 'Odds of each throw' });
  await expect(odds.getByRole('row')).toHaveCount(3);
  await expect(odds.getByRole('row').nth(1)).toContainText('6 in 16');
  await expect(odds.locator('[aria-current]')).toHaveCount(1);
  await expect(board(page)).toBeVisible();
});
