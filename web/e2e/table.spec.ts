/** What a player does at the table besides playing on. */
import type { Preview } from '../src/lib/wire';
import {
  begin,
  board,
  caughtUp,
  isForcedPass,
  moves,
  person,
  square,
  stateOf,
  sticks,
  touch,
  walk,
} from './play';
import { expect, test } from './server';

test('both sides on one device', async ({ page }) => {
  await page.goto('/');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Diaballik' }) });
  await card.getByRole('button', { name: 'Two players on this device' }).click();
  await expect(board(page)).toBeVisible();
  // Two steps forward open the line: one would leave a wall.
  const turns = [
    { side: 'Red', way: ['c1', 'c2', 'c3'] },
    { side: 'Blue', way: ['c7', 'c6', 'c5'] },
  ] as const;
  for (const { side, way } of turns) {
    await expect(page.getByRole('status').getByText(`${side} to move`)).toBeVisible();
    for (const [index, to] of way.slice(1).entries()) {
      await touch(page, way[index]!);
      await touch(page, to);
      await expect(square(page, to)).not.toHaveAttribute('aria-label', /empty/);
    }
    await page.getByRole('button', { name: 'End the turn' }).click();
  }
  await expect(moves(page)).toHaveText(['c1c2', 'c2c3', 'end', 'c7c6', 'c6c5', 'end']);
});

test('a half-made turn is undone before it is sent', async ({ page }) => {
  const id = await begin(page, { game: 'diaballik', opponent: 'engine', level: 1, side: 'first' });
  await touch(page, 'a1');
  await touch(page, 'a2');
  await expect(page.getByText('Left in this turn: 1 step and the pass').first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Left in this turn: 2 steps and the pass').first()).toBeVisible();
  expect((await stateOf(page, id)).ply).toBe(0);
});

test('a wall is asked about before it loses', async ({ page }) => {
  const id = await begin(page, { game: 'diaballik', opponent: 'engine', level: 1, side: 'first' });
  for (const name of ['d1', 'e1']) await touch(page, name);
  const ask = page.getByRole('dialog');
  await expect(ask).toBeVisible();
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await expect(ask).toBeHidden();
  expect((await stateOf(page, id)).ply).toBe(0);
});

const ILLEGAL = [
  { game: 'seega', from: 'c3', says: 'centre' },
  { game: 'salta', from: 'a3', to: 'a5', says: 'a3' },
  { game: 'senet', from: '2', to: '30', says: 'exactly the number thrown' },
  { game: 'draughts', from: 'c3', to: 'c5', says: 'c3' },
  { game: 'diaballik', from: 'a1', to: 'b2', says: 'a1' },
  { game: 'diaballik', from: 'd1', to: 'd2', says: 'piece with the ball' },
];
for (const { game, from, to, says } of ILLEGAL) {
  test(`${game}: an illegal attempt from ${from} says why`, async ({ page }) => {
    await begin(page, { game, opponent: 'local' });
    if (game === 'senet') await sticks(page).click();
    // The core has been loaded when there is something to play.
    await expect(page.locator('.cell.movable').first()).toBeAttached();
    if (to) await square(page, from).dragTo(square(page, to));
    else await touch(page, from);
    const refusal = page.getByRole('alert');
    await expect(refusal).toContainText(says);
    // A sentence, and behind it where it stands.
    await expect(refusal).toHaveText(/[.!] Article [\d.]+ of the rules/);
    await expect(refusal.getByRole('link')).toHaveAttribute('href', new RegExp(`/rules/${game}#a-`));
  });
}

for (const game of ['seega', 'salta', 'senet', 'draughts', 'diaballik']) {
  test(`${game}: a flag falls and both pages say so`, async ({ browser, baseURL }) => {
    const [host, guest] = [await person(browser, baseURL), await person(browser, baseURL)];
    const id = await begin(host, { game, opponent: 'link', side: 'first', clock: '0.05+0' });
    await guest.goto(`/game/${id}`);
    await guest.getByRole('button', { name: 'Sit down and play' }).click();
    await expect.poll(async () => (await stateOf(host, id)).result?.reason, { timeout: 30_000 }).toBe('time');
    const { result } = await stateOf(host, id);
    for (const page of [host, guest]) await expect(page.getByText(result!.message).first()).toBeVisible();
  });
}

test('the keyboard alone is enough', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await begin(page, { game: 'seega', opponent: 'engine', level: 1, side: 'first', rules: 'size=3' });
  const id = page.url().split('/').pop()!;
  // To the board, over its squares, and a stone down.
  await square(page, 'a1').focus();
  await page.keyboard.press('ArrowRight');
  await expect(square(page, 'b1')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stateOf(page, id)).ply).toBeGreaterThan(0);
  // Typed moves to the end of the game.
  for (let count = 0; count < 80; count += 1) {
    const state = await stateOf(page, id);
    if (state.phase === 'over') break;
    if (!state.seats.includes(state.to_act as 'first') || isForcedPass(state)) {
      await page.waitForTimeout(50);
      continue;
    }
    await caughtUp(page, state.ply);
    // A capture brings another move of the same turn: it is typed too.
    let { legal } = state;
    const actions: string[] = [];
    for (let half = true; half;) {
      const chosen = legal[count % legal.length]!;
      actions.push(chosen.action);
      await page.getByRole('textbox', { name: 'Type a move' }).focus();
      await page.keyboard.type(chosen.action);
      await page.keyboard.press('Enter');
      if (chosen.warning) {
        // What loses at once is asked about; Cancel has the focus.
        await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
        await page.keyboard.press('Shift+Tab');
        await page.keyboard.press('Enter');
      }
      const preview = await page.request.post(`/api/games/${id}/preview`, { data: { actions } });
      half = preview.ok() && ((await preview.json()) as Preview).turn === 'incomplete';
      if (half) {
        ({ legal } = (await preview.json()) as Preview);
        await expect(page.getByRole('textbox', { name: 'Type a move' })).toHaveValue('');
      }
    }
    await expect.poll(async () => (await stateOf(page, id)).ply).toBeGreaterThan(state.ply);
  }
  expect((await stateOf(page, id)).phase).toBe('over');
});

/** Positions one action before the end, and the way of that action. */
const LAST = [
  { game: 'salta', start: 'KLMNO/FG1IJ/ABC1E/1H2D/5/5/5/abcde/fghij/klmno g 517 r 99', way: null },
  { game: 'senet', start: '.................ss........s.c c 1', way: ['30', 'off'] },
  { game: 'draughts', start: '1W6/8/3B4/8/8/8/8/w7 w 0,0 1 2', way: ['b8', 'f4'] },
  { game: 'diaballik', start: 'bbrBbbb/b6/7/2R4/7/7/rr1rrr1 r 2p 0', way: ['c4', 'c7'] },
];
for (const { game, start, way } of LAST) {
  test(`${game}: the last action by arrow keys`, async ({ page }) => {
    const id = await begin(page, { game, opponent: 'local', start });
    const path = way ?? (await stateOf(page, id)).legal[0]!.path;
    await page.locator('[role="grid"] [data-square][tabindex="0"]').focus();
    for (const spot of path) {
      if (spot === 'off') await page.locator('[data-spot="off"]').focus();
      else await walk(page, spot);
      await page.keyboard.press('Enter');
    }
    await expect.poll(async () => (await stateOf(page, id)).phase).toBe('over');
    await expect(page.getByText((await stateOf(page, id)).result!.message).first()).toBeVisible();
  });
}

test('the language is switched at the table', async ({ page }) => {
  await begin(page, { game: 'senet', opponent: 'local' });
  await page.getByRole('button', { name: 'По-русски' }).click();
  await expect(page.getByRole('link', { name: 'Архив' })).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Доска: Сенет' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('grid', { name: 'Доска: Сенет' })).toBeVisible();
});

test.describe('a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  for (const game of ['seega', 'salta', 'senet', 'draughts', 'diaballik']) {
    test(`${game} by touch`, async ({ page }) => {
      const id = await begin(page, { game, opponent: 'local' });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(360);
      await expect.poll(async () => (await stateOf(page, id)).legal.length).toBeGreaterThan(0);
      const { legal, ply } = await stateOf(page, id);
      if (game === 'senet') await sticks(page).tap();
      const first = legal.find((one) => one.path.length > 0 && !one.warning)!;
      const paths =
        game === 'diaballik'
          ? [
              ['c1', 'c2'],
              ['c2', 'c3'],
            ]
          : [first.path];
      const end = page.getByRole('button', { name: 'End the turn' });
      for (const path of paths) {
        for (const spot of path) await square(page, spot).tap();
        if (game === 'diaballik') await expect(end).toBeEnabled();
      }
      if (game === 'diaballik') await end.tap();
      await expect.poll(async () => (await stateOf(page, id)).ply).toBeGreaterThan(ply);
      await page.screenshot({ path: `e2e/out/phone-${game}.png`, fullPage: true });
    });
  }
});
