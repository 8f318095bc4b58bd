/** Hands for the tests: they touch the board as a player does. */
import { type Browser, expect, type Locator, type Page } from '@playwright/test';

import type { GameState, Legal, Spot } from '../src/lib/wire';

export interface Wanted {
  game: string;
  opponent: 'engine' | 'link' | 'lobby' | 'local';
  rules?: string;
  level?: number;
  side?: 'first' | 'second';
  clock?: string;
  start?: string;
  public?: boolean;
}

/** Diaballik with both lines open: a first turn that leaves a wall standing would end the game. */
export const OPENED = 'bb1Bbbb/7/2b4/7/2r4/7/rr1Rrrr r 2p 0';

/** Two people at one game: who made it plays first. */
export async function pair(
  browser: Browser,
  baseURL: string,
  wanted: Omit<Wanted, 'opponent' | 'side'>,
): Promise<{ host: Page; guest: Page; id: string }> {
  const [host, guest] = [await person(browser, baseURL), await person(browser, baseURL)];
  const id = await begin(host, { ...wanted, opponent: 'link', side: 'first' });
  await guest.goto(`/game/${id}`);
  await guest.getByRole('button', { name: 'Sit down and play' }).click();
  await expect(host.getByText('It is your move')).toBeVisible();
  return { host, guest, id };
}

/** Somebody with a browser of their own. */
export async function person(browser: Browser, baseURL: string, settings: object = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    reducedMotion: 'reduce',
    locale: 'en',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await choose(page, settings);
  return page;
}

/** Settings that somebody has made before. */
export async function choose(page: Page, settings: object): Promise<void> {
  await page.addInitScript((kept) => {
    if (!localStorage.getItem('settings')) localStorage.setItem('settings', JSON.stringify(kept));
  }, settings);
}

/** Makes a game for whoever sits at this page, and opens it. */
export async function begin(page: Page, wanted: Wanted): Promise<string> {
  const answer = await page.request.post('/api/games', { data: wanted });
  expect(answer.status(), await answer.text()).toBe(201);
  const { game } = (await answer.json()) as GameState;
  await page.goto(`/game/${game}`);
  await expect(board(page)).toBeVisible();
  return game;
}

export const board = (page: Page) => page.getByRole('grid');
export const square = (page: Page, name: string) => page.locator(`[data-square="${name}"]`);

export async function stateOf(page: Page, game: string): Promise<GameState> {
  const answer = await page.request.get(`/api/games/${game}`);
  return (await answer.json()) as GameState;
}

/** Clicks a spot: a square, the reserve, the way off the board. */
export async function touch(page: Page, spot: Spot): Promise<void> {
  const at = /^[a-j]?\d+$/.test(spot) ? square(page, spot) : page.locator(`[data-spot="${spot}"]`);
  await at.click();
}

export interface Point {
  x: number;
  y: number;
}

export async function centre(at: Locator): Promise<Point> {
  const box = (await at.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A drag with the mouse as a hand does it: over places in between. */
export async function drag(
  page: Page,
  start: Locator,
  end: Locator | Point,
  button: 'left' | 'right' = 'left',
): Promise<void> {
  await start.scrollIntoViewIfNeeded();
  const [from, to] = [await centre(start), 'x' in end ? end : await centre(end)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button });
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up({ button });
}

/** Takes the focus from where it is on the board to a square, by arrow keys: first up or down, then along the row. */
export async function walk(page: Page, to: string): Promise<void> {
  const goal = await centre(square(page, to));
  const focused = page.locator('[data-square]:focus');
  for (let step = 0; step < 40; step += 1) {
    const at = await centre(focused);
    const [right, down] = [goal.x - at.x, goal.y - at.y];
    if (Math.abs(down) > 5) await page.keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
    else if (Math.abs(right) > 5) await page.keyboard.press(right > 0 ? 'ArrowRight' : 'ArrowLeft');
    else break;
  }
  await expect(square(page, to)).toBeFocused();
}

/** A dice of the tests' own: the same game every time. */
export function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * sides);
  };
}

/** The button of an action that has no squares; the moves of the list are buttons too. */
export const bare = (page: Page, legal: Legal) =>
  page.getByRole('button', { name: legal.action === 'end' ? 'End the turn' : 'Pass', exact: true });

/** The moves of the list. */
export const moves = (page: Page) =>
  page.getByRole('group', { name: 'Moves', exact: true }).locator('button');

/** Plays an action with the mouse. */
export async function play(page: Page, legal: Legal): Promise<void> {
  if (legal.path.length === 0) {
    await bare(page, legal).click();
    return;
  }
  // A chain is told by its first and last square where these are enough, else square by square.
  for (const [index, spot] of legal.path.entries()) {
    if (index > 1 && (await page.locator('[aria-selected="true"]').count()) === 0) break;
    await touch(page, spot);
  }
}

/** Opens the menu of the game and picks from it. */
export async function pick(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('group', { name: 'Menu' }).getByText(name, { exact: true }).click();
}

/** No key of the catalogue stands where its words should. */
export async function inWords(page: Page): Promise<void> {
  const text = await page.locator('body').innerText();
  expect(text).not.toMatch(
    /\b(web|study|term|review|event|illegal|end|list|learn|set)-[a-z]+-?[a-z]*\b(?=\s|$)/m,
  );
}

/** Gives the game up. */
export async function resign(page: Page): Promise<void> {
  await pick(page, 'Resign');
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
}

/** The button by which a player throws; of those that can be pressed. */
export const sticks = (page: Page) =>
  page.getByRole('button', { name: 'Throw', exact: true, disabled: false });

/** Lets the sticks fall, if they are in the player's hand. */
export async function fling(page: Page): Promise<void> {
  if ((await sticks(page).isVisible()) && (await sticks(page).isEnabled()))
    await sticks(page)
      .click({ timeout: 2000 })
      .catch(() => {});
}

/** Waits until the page shows the game as far as this and asks for a move. */
export async function caughtUp(page: Page, ply: number): Promise<void> {
  await expect(async () => {
    await fling(page);
    await expect(moves(page)).toHaveCount(ply, { timeout: 250 });
  }).toPass({ timeout: 15_000 });
  await expect(page.getByText('It is your move')).toBeVisible();
}

/** A pass that is the only action is played by itself. */
export const isForcedPass = ({ legal }: GameState) =>
  legal.length === 1 && legal[0]!.path.length === 0 && !legal[0]!.warning;

/**
 * Plays a turn by the actions that `choose` picks and ends it as soon as that is possible. False
 * once the game is over.
 */
export async function turn(page: Page, game: string, choose: (legal: Legal[]) => Legal): Promise<boolean> {
  const status = page.getByRole('status').filter({ hasText: /./ }).first();
  for (;;) {
    const state = await stateOf(page, game);
    if (state.phase === 'over') return false;
    if (state.seats.includes(state.to_act as 'first' | 'second')) {
      if (isForcedPass(state)) {
        await fling(page);
        await expect.poll(async () => (await stateOf(page, game)).ply).toBeGreaterThan(state.ply);
        return true;
      }
      const safe = state.legal.filter((one) => !one.warning);
      await caughtUp(page, state.ply);
      await play(page, choose(safe.length > 0 ? safe : state.legal));
      const sure = page.getByRole('button', { name: 'Play anyway' });
      if (safe.length === 0) await sure.click();
      // A half-made turn: end it, or go on as far as it must.
      for (let step = 0; step < 12; step += 1) {
        await expect
          .poll(async () => (await stateOf(page, game)).ply > state.ply || (await half(page)))
          .toBeTruthy();
        if ((await stateOf(page, game)).ply > state.ply) return true;
        const end = page.getByRole('button', { name: 'End the turn', disabled: false });
        if (await end.isVisible()) await end.click();
        else await goOn(page);
        if (await sure.isVisible()) await sure.click();
      }
      throw new Error(`the turn does not end: ${await status.textContent()}`);
    }
    await page.waitForTimeout(50);
  }
}

/** Where a hand goes on: to where it can go with what it has, else to what it can take. */
async function goOn(page: Page): Promise<void> {
  const targets = page.locator('.cell.target');
  const at = (await targets.count()) > 0 ? targets : page.locator('.cell.movable');
  await at.first().click();
}

const half = (page: Page) =>
  page.getByRole('button', { name: 'Undo', exact: true, disabled: false }).isVisible();
