/** A game on phones, upright and on their side: all of it in sight, and nothing moves under a hand. */
import type { Locator, Page } from '@playwright/test';

import { begin, board, OPENED, square, touch } from './play';
import { expect, test } from './server';

const SIZES = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];
const GAMES = ['seega', 'salta', 'senet', 'draughts', 'diaballik'];

/** Whether all of it is in the window, without scrolling. */
async function inSight(page: Page, at: Locator): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const box = (await at.boundingBox())!;
  const seen =
    box.x >= -1 && box.y >= -1 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1;
  expect(seen, `${JSON.stringify(box)} in ${width}×${height}`).toBe(true);
}

for (const size of SIZES) {
  test.describe(`${size.width}×${size.height}`, () => {
    test.use({ viewport: size, hasTouch: true, isMobile: true });
    for (const game of GAMES) {
      test(`${game}: board and controls are in sight`, async ({ page }) => {
        await begin(page, { game, opponent: 'engine', level: 1, side: 'first' });
        await inSight(page, board(page));
        await inSight(page, page.getByRole('group', { name: 'Controls' }));
        await page.screenshot({ path: `e2e/out/game-${game}-${size.width}x${size.height}.png` });
      });
    }

    test('diaballik: the turn is ended and a refusal read without scrolling', async ({ page }) => {
      await begin(page, { game: 'diaballik', opponent: 'local', start: OPENED });
      const end = page.getByRole('button', { name: 'End the turn' });
      await expect(end).toBeDisabled();
      await inSight(page, end);
      await touch(page, 'a1');
      await touch(page, 'b2');
      await expect(page.getByRole('alert')).toBeVisible();
      await inSight(page, page.getByRole('alert'));
      await inSight(page, board(page));
      await page.screenshot({ path: `e2e/out/refusal-${size.width}x${size.height}.png` });
      await touch(page, 'a1');
      await expect(page.getByRole('alert')).toHaveCount(0);
      await touch(page, 'a2');
      await expect(end).toBeEnabled();
      await end.click();
      await expect(page.getByRole('status').getByText('Blue to move')).toBeVisible();
    });
  });
}

for (const size of [{ width: 1280, height: 900 }, ...SIZES]) {
  test(`nothing moves under a hand at ${size.width}×${size.height}`, async ({ page }) => {
    await page.setViewportSize(size);
    await begin(page, { game: 'diaballik', opponent: 'engine', level: 1, side: 'first', start: OPENED });
    const places = async () => {
      const all = [square(page, 'a1'), page.getByRole('button', { name: 'Hint' })];
      const leave = page.getByRole('button', { name: /^(Abort|Resign)$/ });
      if (await leave.isVisible()) all.push(leave);
      return Promise.all(all.map((one) => one.boundingBox()));
    };
    const before = await places();
    await page.getByRole('button', { name: 'Hint' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Hint:' })).toBeVisible({ timeout: 30_000 });
    expect(await places()).toEqual(before);
    // Trying what is not allowed, and a half-made turn.
    await touch(page, 'a1');
    await touch(page, 'b2');
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await places()).toEqual(before);
    await touch(page, 'a1');
    await touch(page, 'a2');
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeEnabled();
    expect(await places()).toEqual(before);
  });
}

test('the board does not jump between turns, nor with the first capture', async ({ page }) => {
  await begin(page, { game: 'draughts', opponent: 'local', start: '7b/8/8/8/3b4/2w5/8/8 w 0,0 0 0' });
  const before = await square(page, 'a1').boundingBox();
  for (const spot of ['c3', 'e5']) await touch(page, spot);
  await expect(page.getByRole('status').getByText('Black to move')).toBeVisible();
  expect(await square(page, 'a1').boundingBox()).toEqual(before);
});
