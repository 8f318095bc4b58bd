/** The free analysis board: engine lines, positions set up by hand, links that carry everything. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { centre, drag, inWords, square } from './play';
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

test('what the engine has learned of Seega is fetched before it searches; without it there are lines too', async ({
  page,
}) => {
  const line = page.getByRole('button', { name: /^Play [a-e]\d/ }).first();
  const asked = page.waitForRequest(/\.weights$/);
  await page.goto('/analysis?game=seega');
  await page.getByRole('switch', { name: 'Engine' }).check();
  expect((await (await asked).response())?.ok()).toBe(true);
  await expect(line).toBeVisible({ timeout: 30_000 });
  await page.route(/\.weights$/, (route) => route.abort());
  await page.reload();
  await page.getByRole('switch', { name: 'Engine' }).check();
  await expect(line).toBeVisible({ timeout: 30_000 });
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

test('the header leads to a board', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('navigation').getByRole('link', { name: 'Analysis' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Game' })).toBeVisible();
});

test('a notebook: variations, notes, promotion, and it is there after a reload', async ({ page }) => {
  await page.goto('/analysis?game=draughts');
  const list = page.getByRole('region', { name: 'Moves' });
  const move = (text: string) => list.getByRole('button', { name: text, exact: true });
  const click = async (...squares: string[]) => {
    for (const one of squares) await square(page, one).click();
  };
  await click('c3', 'd4', 'b6', 'a5');
  // Another first move: the old line stays.
  await page.getByRole('button', { name: 'To the start' }).click();
  await click('g3', 'h4');
  await expect(move('g3-h4')).toHaveAttribute('aria-current', 'step');
  await expect(move('b6-a5')).toBeVisible();
  await list.getByRole('button', { name: '!?', exact: true }).click();
  await list.getByLabel('Comment on the move').fill('An edge');
  await list.getByLabel('Comment on the move').blur();
  await expect(list.getByText('An edge', { exact: true }).first()).toBeVisible();
  await list.getByRole('button', { name: 'Promote the variation' }).click();
  await expect(list.getByRole('list').first()).toContainText('g3-h4!?');
  await page.getByLabel('Title').fill('Edges');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved in this browser.')).toBeVisible();
  await page.reload();
  await expect(list.getByText('An edge', { exact: true }).first()).toBeVisible();
  await expect(move('b6-a5')).toBeVisible();
  await move('c3-d4').click();
  await list.getByRole('button', { name: 'Delete from here' }).click();
  await expect(move('b6-a5')).toHaveCount(0);

  // Elsewhere it is in the list, and can be deleted.
  await page.goto('/analysis?game=seega');
  await page.getByText('My notebooks (1)').click();
  await page.getByRole('button', { name: /^Edges/ }).click();
  await expect(move('g3-h4!?')).toBeVisible();
  await page.getByRole('button', { name: 'Delete “Edges”' }).click();
  await expect(page.getByText(/^My notebooks/)).toHaveCount(0);
});

test('a record is pasted, with its notes, and a wrong one is refused with its place', async ({ page }) => {
  await page.goto('/analysis?game=seega');
  await page.getByText('Import a record').click();
  const paste = page.getByLabel('Paste a record of a game');
  await paste.fill('[Game "diaballik"]\n\n1. a1a2 {a step} a2a3! end 2. a7a9');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('a7a9');
  await paste.fill('[Game "diaballik"]\n\n1. a1a2 {a step} a2a3! end');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page).toHaveURL(/game=diaballik/);
  const list = page.getByRole('region', { name: 'Moves' });
  await expect(list.getByText('a step', { exact: true })).toBeVisible();
  await expect(list.getByRole('button', { name: 'a2a3!', exact: true })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Record with notes' }).click(),
  ]);
  expect(readFileSync(await download.path()).toString()).toContain('{a step}');
});

test('lines are whole turns, each another one, drawn as arrows', async ({ page }) => {
  await page.goto('/analysis?game=diaballik');
  await page.getByRole('switch', { name: 'Engine' }).check();
  const lines = page.getByRole('button', { name: /^Play [a-g]\d/ });
  await expect(lines).toHaveCount(3, { timeout: 30_000 });
  const turns = (await lines.allTextContents()).map((text) => text.trim().split(' ').sort().join(' '));
  expect(new Set(turns).size).toBe(3);
  await expect(page.locator('.shape.green').first()).toBeAttached();
  await expect(page.getByText('What the best line changes')).toBeVisible();
  await expect(page.locator('.why').first()).toHaveText(/^[a-z][a-z ’]+ [+−]\d/);
  await inWords(page);
  await page.getByRole('button', { name: 'По-русски' }).click();
  await expect(page.locator('.why').first()).toHaveText(/^[а-яё ]+ [+−]\d/);
});

test('several threads search where the page is isolated', async ({ page }) => {
  const built = readdirSync(join(import.meta.dirname, '../dist/assets'));
  test.skip(!built.some((name) => name.startsWith('core_threads')), 'built without (make core-threads)');
  await page.goto('/analysis?game=draughts');
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  const threads = page.getByLabel('Threads');
  await page.getByRole('switch', { name: 'Engine' }).check();
  await expect(page.locator('ol .worth').first()).toBeVisible();
  const helper = page.waitForEvent('worker', (worker) => worker.url().includes('helper.worker'));
  await threads.selectOption('2');
  await helper;
  await expect(page.locator('ol .worth').first()).toBeVisible();
  // Another position: the helpers end with their search, and begin with the next.
  await page.getByRole('switch', { name: 'Engine' }).uncheck();
  await page.getByRole('switch', { name: 'Engine' }).check();
  await expect(page.locator('ol .worth').first()).toBeVisible();
});
