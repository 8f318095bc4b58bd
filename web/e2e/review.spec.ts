/** A finished game: replayed, judged, taken along in every form, and studied further. */
import { readFileSync } from 'node:fs';

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { begin, dice, inWords, resign, stateOf, turn } from './play';
import { expect, test } from './server';

async function saved(page: Page, what: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole(what === 'Record' ? 'link' : 'button', { name: what, exact: true }).click(),
  ]);
  return readFileSync(await download.path());
}

test('a finished game is reviewed, exported and analysed', async ({ page, context }) => {
  test.setTimeout(120_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const id = await begin(page, {
    game: 'senet',
    opponent: 'engine',
    level: 1,
    rules: 'pieces=5',
    side: 'first',
  });
  const roll = dice(3);
  for (let count = 0; count < 4; count += 1) await turn(page, id, (legal) => legal[roll(legal.length)]!);
  await resign(page);
  await page.getByRole('button', { name: 'Review this game' }).click();
  await expect(page.getByRole('img', { name: /^Expected result for/ })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole('row', { name: /Luck of the throws/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Lost by decisions/ })).toBeVisible();

  await inWords(page);

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa'])
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    await page.screenshot({ path: `e2e/out/${colorScheme}-review.png`, fullPage: true });
  }

  const { entries, position } = await stateOf(page, id);
  expect((await saved(page, 'Record')).toString()).toContain('senet');
  const drawn = (await saved(page, 'Picture (SVG)')).toString();
  expect(drawn).toContain('<svg');
  expect(drawn).toMatch(/Guest – Engine, level 1.*Cones resigned/s);
  // An earlier position is not the one that was given up.
  await page.getByRole('button', { name: 'To the start' }).click();
  const earlier = (await saved(page, 'Picture (SVG)')).toString();
  expect(earlier).toContain(`Position 0 of ${entries.length}`);
  expect(earlier).not.toContain('resigned');
  await page.getByRole('button', { name: 'To the end' }).click();
  expect((await saved(page, 'Picture (PNG)')).subarray(1, 4).toString()).toBe('PNG');
  expect((await saved(page, 'Animation (GIF)')).subarray(0, 3).toString()).toBe('GIF');
  await page.getByRole('button', { name: 'Copy the position' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(position);

  await page.getByRole('link', { name: 'To the analysis board' }).click();
  await expect(page).toHaveURL(/\/analysis\?.*moves=/);
  await expect(page.getByRole('grid')).toBeVisible();
  const [first] = entries;
  await expect(page.getByRole('button', { name: first!.text, exact: true }).first()).toBeVisible();
});

test('a rated or shared game is not to be analysed while it runs', async ({ page }) => {
  await begin(page, { game: 'seega', opponent: 'link', side: 'first' });
  await expect(page.getByRole('link', { name: 'To the analysis board' })).toHaveCount(0);
  await begin(page, { game: 'seega', opponent: 'engine', level: 1, side: 'first' });
  await page.getByText('Analysis and export').click();
  await expect(page.getByRole('link', { name: 'To the analysis board' })).toBeVisible();
});
