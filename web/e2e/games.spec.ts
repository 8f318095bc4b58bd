/** Whole games against the engine, each game from its first action to its end. */
import type { Legal } from '../src/lib/wire';
import { begin, dice, OPENED, stateOf, turn } from './play';
import { expect, test } from './server';

const GAMES: { game: string; rules: string; start?: string }[] = [
  { game: 'seega', rules: 'size=3' },
  { game: 'salta', rules: 'limit=8' },
  { game: 'senet', rules: 'pieces=5' },
  { game: 'draughts', rules: 'kingmoves=2,barren=10' },
  { game: 'diaballik', rules: 'limit=8', start: OPENED },
];

for (const { game, rules, start } of GAMES) {
  test(`${game}: a whole game against the engine`, async ({ page }) => {
    test.setTimeout(200_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const id = await begin(page, {
      game,
      opponent: 'engine',
      level: 1,
      rules,
      side: 'first',
      ...(start ? { start } : {}),
    });
    await page.screenshot({ path: `e2e/out/${game}-start.png` });
    const roll = dice(7);
    // Who goes to and fro on Senet's path may take for ever.
    const ahead = (legal: Legal[]) =>
      legal.filter(({ path: [from, to] }) => to === 'off' || Number(to) > Number(from));
    const pick = (legal: Legal[]) => legal[roll(legal.length)]!;
    let turns = 0;
    while (
      await turn(page, id, (legal) =>
        pick(game === 'senet' && ahead(legal).length > 0 ? ahead(legal) : legal),
      )
    ) {
      turns += 1;
      if (turns === 6) await page.screenshot({ path: `e2e/out/${game}-middle.png` });
    }
    const { result, entries } = await stateOf(page, id);
    expect(result).not.toBeNull();
    await expect(page.getByText(result!.message).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rematch' })).toBeVisible();
    // Back to the start and forward again by keys.
    await page.locator('body').press('Home');
    await expect(page.getByRole('button', { name: entries[0]!.text, exact: true }).first()).toBeVisible();
    await page.locator('body').press('ArrowRight');
    await expect(page.locator('[aria-current="step"]')).toHaveText(entries[0]!.text);
    await page.locator('body').press('End');
    await page.screenshot({ path: `e2e/out/${game}-end.png` });
  });
}
