/** Where things stand at the table: the whole board in sight, and nothing that moves under a hand. */
import type { Locator, Page, WebSocketRoute } from '@playwright/test';

import { GAMES } from '../src/lib/wire';
import { begin, board, moves, OPENED, pair, person, square, sticks, touch } from './play';
import { expect, test } from './server';

const WINDOWS = {
  desk: { width: 1280, height: 800 },
  'large screen': { width: 1920, height: 1080 },
  phone: { width: 390, height: 844 },
  'small phone': { width: 360, height: 640 },
  'phone on its side': { width: 844, height: 390 },
  'small phone on its side': { width: 667, height: 375 },
};

async function inside(page: Page, at: Locator): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const box = (await at.boundingBox())!;
  expect(box, String(at)).not.toBeNull();
  expect(box.x, String(at)).toBeGreaterThanOrEqual(0);
  expect(box.y, String(at)).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width, String(at)).toBeLessThanOrEqual(width + 0.5);
  expect(box.y + box.height, String(at)).toBeLessThanOrEqual(height + 0.5);
}

const controls = (page: Page) => page.getByRole('group', { name: 'Controls' });
/** Where board and controls are. */
async function places(page: Page): Promise<(object | null)[]> {
  const parts = [board(page), ...(await controls(page).getByRole('button').all())];
  return Promise.all(parts.map((part) => part.boundingBox()));
}

for (const [name, viewport] of Object.entries(WINDOWS)) {
  test.describe(name, () => {
    test.use({ viewport });

    for (const game of GAMES) {
      test(`${game}: board and controls are in sight`, async ({ page }) => {
        await begin(page, { game, opponent: 'local' });
        await inside(page, board(page));
        await inside(page, controls(page));
        for (const part of await controls(page).getByRole('button').all()) await inside(page, part);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide).toBeLessThanOrEqual(viewport.width);
        // A finger needs room: of the largest board each square has a little less.
        const cell = (await page.locator('.cell').first().boundingBox())!;
        expect(Math.min(cell.width, cell.height)).toBeGreaterThanOrEqual(game === 'salta' ? 33 : 36);
      });
    }

    test('nothing moves after a hint and after a refusal', async ({ page }) => {
      await begin(page, { game: 'diaballik', opponent: 'local', start: OPENED });
      await expect(page.locator('.cell.movable').first()).toBeVisible();
      const before = await places(page);
      await page.getByRole('button', { name: 'Hint', exact: true }).click();
      await expect(page.locator('.shape').first()).toBeVisible();
      expect(await places(page)).toEqual(before);
      await touch(page, 'a1');
      await touch(page, 'b2');
      const refusal = page.getByRole('alert');
      await expect(refusal).toBeVisible();
      await inside(page, refusal);
      expect(await places(page)).toEqual(before);
      // A new hint, or another piece in the hand, and the refusal has gone.
      await touch(page, 'a1');
      await expect(refusal).toHaveCount(0);
      await touch(page, 'b2');
      await expect(refusal).toBeVisible();
      await page.getByRole('button', { name: 'Hint', exact: true }).click();
      await expect(refusal).toHaveCount(0);
    });

    test('a turn is made and ended without anything moving', async ({ page }) => {
      await begin(page, { game: 'diaballik', opponent: 'local', start: OPENED });
      const end = page.getByRole('button', { name: 'End the turn' });
      await expect(end).toBeDisabled();
      await inside(page, end);
      const before = await places(page);
      for (const spot of ['a1', 'a2']) await touch(page, spot);
      await expect(end).toBeEnabled();
      expect(await places(page)).toEqual(before);
      await end.click();
      await expect(page.getByRole('status').getByText('Blue to move')).toBeVisible();
      expect(await places(page)).toEqual(before);
    });
  });
}

test.describe('a small phone in Russian', () => {
  test.use({ viewport: WINDOWS['small phone'], locale: 'ru' });

  for (const game of GAMES) {
    test(`${game}: nothing is cut off or covered`, async ({ page }) => {
      const start = game === 'seega' ? { start: '5/2g2/gb1bg/5/b4 g 0,0 - 3' } : {};
      await begin(page, { game, opponent: 'engine', level: 1, side: 'first', ...start });
      const bar = (await page.locator('.bar').boundingBox())!;
      for (const said of await page.locator('.say strong, .say .more, .say .quiet').all()) {
        const { y, height } = (await said.boundingBox())!;
        expect(y + height).toBeLessThanOrEqual(bar.y + 1);
      }
      const cut = await page
        .locator('.tool span:visible, .bar .button')
        .evaluateAll((all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
        );
      expect(cut).toEqual([]);
    });
  }
});

for (const name of ['phone', 'small phone', 'phone on its side'] as const) {
  test.describe(`names on a ${name}, in Russian`, () => {
    test.use({ viewport: WINDOWS[name], locale: 'ru' });

    for (const game of GAMES) {
      test(`${game}: the computer is named in one row`, async ({ page }) => {
        await begin(page, { game, opponent: 'engine', level: 8, side: 'first', clock: '15+10' });
        const seats = page.locator('.seat');
        await expect(seats).toHaveCount(2);
        await expect(seats.first().locator('.name')).toHaveText('Компьютер');
        await expect(seats.first().locator('.level')).toHaveText('уровень 8');
        for (const line of await page.locator('.seat .name, .seat .about').all()) {
          const { cut, rows } = await line.evaluate((box) => ({
            cut: box.scrollWidth > box.clientWidth,
            rows: Math.round(box.clientHeight / parseFloat(getComputedStyle(box).lineHeight)),
          }));
          expect([cut, rows], (await line.textContent())!).toEqual([false, 1]);
        }
        for (const seat of await seats.all()) await inside(page, seat);
      });
    }
  });
}

for (const viewport of [WINDOWS['small phone'], { width: 1440, height: 900 }]) {
  test(`a new game is begun without scrolling: ${viewport.width}×${viewport.height}`, async ({
    page,
    context,
    baseURL,
  }) => {
    await page.setViewportSize(viewport);
    await context.addCookies([{ name: 'lang', value: 'ru', url: baseURL }]);
    await page.goto('/new/seega');
    const play = page.getByRole('button', { name: 'Играть', exact: true });
    await inside(page, play);
    // Nothing lies over it.
    await play.click();
    await expect(board(page)).toBeVisible();
  });
}

test('the board stays where it is from turn to turn, and what is captured takes no room', async ({
  page,
}) => {
  await begin(page, { game: 'draughts', opponent: 'local', start: '7b/8/8/8/3b4/2w5/8/8 w 0,0 0 0' });
  const before = await board(page).boundingBox();
  for (const spot of ['c3', 'e5']) await touch(page, spot);
  await expect(page.getByRole('img', { name: 'White: Pieces taken: 1' })).toBeVisible();
  expect(await board(page).boundingBox()).toEqual(before);
  await expect(moves(page)).toHaveCount(1);
  for (const spot of ['h8', 'g7']) await touch(page, spot);
  await expect(moves(page)).toHaveCount(2);
  expect(await board(page).boundingBox()).toEqual(before);
});

test('the path is not turned round for the second side', async ({ page }) => {
  await begin(page, { game: 'senet', opponent: 'engine', level: 1, side: 'second' });
  await expect(sticks(page)).toBeVisible({ timeout: 30_000 });
  const [first, last] = [await square(page, '1').boundingBox(), await square(page, '30').boundingBox()];
  expect(first!.y).toBeLessThan(last!.y);
});

test.describe('a phone on its side, elsewhere', () => {
  test.use({ viewport: WINDOWS['phone on its side'] });

  test('an invitation to Senet shows board and seat', async ({ page, browser, baseURL }) => {
    const host = await person(browser, baseURL);
    const id = await begin(host, { game: 'senet', opponent: 'link', side: 'first', public: true });
    await page.goto(`/game/${id}`);
    const join = page.getByRole('button', { name: 'Sit down and play' });
    await expect(join).toBeVisible();
    await inside(page, join);
    await inside(page, board(page));
    expect((await board(page).boundingBox())!.width).toBeGreaterThan(400);
  });

  for (const path of ['/rules/senet', '/learn/diaballik/first', '/analysis?game=salta']) {
    test(`${path} has its board beside the words, as high as the window at most`, async ({ page }) => {
      await page.goto(path);
      await expect(board(page).first()).toBeVisible();
      const { width, height } = (await board(page).first().boundingBox())!;
      expect(height).toBeLessThanOrEqual(WINDOWS['phone on its side'].height);
      expect(width).toBeLessThan(0.75 * WINDOWS['phone on its side'].width);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(WINDOWS['phone on its side'].width);
    });
  }

  test('how a game ended is said beside the board', async ({ page }) => {
    const id = await begin(page, { game: 'seega', opponent: 'engine', level: 1, side: 'first' });
    await page.request.post(`/api/games/${id}/abort`, { data: {} });
    await page.reload();
    const said = page.getByRole('status').getByText('No result: the game was aborted');
    await expect(said).toBeVisible();
    await inside(page, said);
  });
});

test('nothing moves when the connection is lost', async ({ page }) => {
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/.*/, (socket) => {
    if (sockets.push(socket) === 1) socket.connectToServer();
    else void socket.close();
  });
  await begin(page, { game: 'diaballik', opponent: 'engine', level: 1, side: 'first' });
  await expect(page.locator('.cell.movable').first()).toBeAttached();
  const before = await places(page);
  await sockets[0]!.close();
  await expect(page.getByText('The connection is lost')).toBeVisible();
  expect(await places(page)).toEqual(before);
});

test('the heads of the pages take two rows on a small phone, in Russian too', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, viewport: WINDOWS['small phone'], locale: 'ru' });
  const page = await context.newPage();
  await page.request.post('/api/games', {
    data: { game: 'seega', opponent: 'engine', level: 1, side: 'first' },
  });
  await page.goto('/games');
  await expect(page.locator('header .badge')).toBeVisible();
  expect((await page.locator('header').boundingBox())!.height).toBeLessThan(110);
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the clock that runs has the ink of the page: ${colorScheme}`, async ({ browser, baseURL }) => {
    const { host } = await pair(browser, baseURL, { game: 'draughts', clock: '5+3' });
    await host.emulateMedia({ colorScheme });
    const running = host.locator('.clock.running');
    await expect(running).toBeVisible();
    const ink = await host.evaluate(() => getComputedStyle(document.body).color);
    await expect(running).toHaveCSS('color', ink);
  });
}
