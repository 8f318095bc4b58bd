/** The free analysis board: engine lines, positions set up by hand, links that carry everything. */
import { centre, drag, square } from './play';
import { expect, test } from './server';

test('the engine tells its lines, and one of them is played', async ({ page }) => {
  await page.goto('/analysis?game=diaballik');
  await page.getByRole('switch', { name: 'Engine' }).check();
  const line = page.getByRole('button', { name: /^Play [a-g]\d/ }).first();
  await expect(line).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('img', { name: /^Expected result for Red/ })).toBeVisible();
  await line.click();
  await expect(page).toHaveURL(/moves=/);
});

test('a position is set up by drag, and its link shows it to others', async ({ page, browser, baseURL }) => {
  await page.goto('/analysis?game=draughts');
  await page.getByRole('button', { name: 'Set up a position' }).click();
  await page.getByRole('button', { name: 'Empty board' }).click();
  await expect(square(page, 'a1')).toHaveAttribute('aria-label', 'a1: empty');
  for (const [piece, at] of [
    ['white man', 'c3'],
    ['black man', 'f6'],
    ['white king', 'a1'],
  ] as const) {
    const from = page.getByRole('button', { name: piece });
    await drag(page, from, square(page, at));
    await expect(square(page, at)).toHaveAttribute('aria-label', `${at}: ${piece}`);
  }
  // From square to square, and off the board.
  await drag(page, square(page, 'c3'), square(page, 'd4'));
  await expect(square(page, 'd4')).toHaveAttribute('aria-label', 'd4: white man');
  const king = await centre(square(page, 'a1'));
  await drag(page, square(page, 'a1'), { x: king.x - 120, y: king.y });
  await expect(square(page, 'a1')).toHaveAttribute('aria-label', 'a1: empty');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/position=/);

  const other = await browser.newPage({ baseURL });
  await other.goto(page.url());
  await expect(square(other, 'd4')).toHaveAttribute('aria-label', 'd4: white man');
  await expect(square(other, 'f6')).toHaveAttribute('aria-label', 'f6: black man');
  await other.close();
});

test('Senet is analysed with the throw that one chooses', async ({ page }) => {
  await page.goto('/analysis?game=senet');
  await page.getByRole('button', { name: /^3 points, 4 in 16/ }).click();
  await expect(page).toHaveURL(/moves=t3/);
  await expect(page.locator('.cell.movable').first()).toBeAttached();
});
