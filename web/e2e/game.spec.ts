/** What the page of a game says and does besides taking moves. */
import type { Page, WebSocketRoute } from '@playwright/test';

import {
  begin,
  board,
  choose,
  inWords,
  moves,
  pair,
  person,
  pick,
  resign,
  square,
  stateOf,
  sticks,
  touch,
} from './play';
import { expect, Server, test } from './server';

test('a pass that is the only action is played by itself, and said', async ({ page }) => {
  await begin(page, { game: 'seega', opponent: 'local', start: '5/5/5/b4/gb3 g 0,0 - 0' });
  await expect(page.getByRole('status').getByText('Passing…')).toBeVisible();
  await expect(moves(page)).toHaveText(['pass']);
  await expect(page.getByRole('status').getByText('Blue to move')).toBeVisible();
});

test('quiet moves are counted, and where every move loses the warning says so', async ({ page }) => {
  await begin(page, { game: 'seega', opponent: 'local', start: '5/2g2/5/5/b3b g 0,0 - 9' });
  await expect(page.getByText('Quiet moves: 9 of 10')).toBeVisible();
  await expect(page.getByRole('status').getByText('Every move loses here.')).toBeVisible();
  for (const spot of ['c4', 'c5']) await touch(page, spot);
  await expect(page.getByRole('dialog')).toContainText('Every move loses here.');
});

test('a stone that was captured and the quiet moves since are seen', async ({ page }) => {
  await begin(page, { game: 'seega', opponent: 'local', start: '5/2g2/gb1bg/5/b4 g 0,0 - 3' });
  await expect(page.getByText('Quiet moves: 3 of 10')).toBeVisible();
  for (const spot of ['c4', 'c5']) await touch(page, spot);
  await expect(page.getByText('Quiet moves: 4 of 10')).toBeVisible();
});

test('the clock of one who lost on time stands at nothing', async ({ browser, baseURL }) => {
  const { host, guest, id } = await pair(browser, baseURL, { game: 'seega', clock: '0.05+0' });
  await expect.poll(async () => (await stateOf(host, id)).result?.reason, { timeout: 30_000 }).toBe('time');
  for (const page of [host, guest])
    await expect(page.getByRole('timer').filter({ hasText: /^\s*0:00\.0\s*$/ })).toHaveCount(1);
});

test('the win is claimed only when that is possible, and until then the time is shown', async ({
  browser,
  baseURL,
}) => {
  const { host: one } = await pair(browser, baseURL, { game: 'seega' });
  await touch(one, 'a1');
  await expect(one.getByText('The opponent’s move')).toBeVisible();
  await expect(one.getByRole('button', { name: 'Claim the win' })).toHaveCount(0);
  // Another opponent takes the seat and does not come to the table.
  const [host, guest] = [await person(browser, baseURL), await person(browser, baseURL)];
  const id = await begin(host, { game: 'seega', opponent: 'link', side: 'first' });
  await guest.request.post(`/api/games/${id}/join`, { data: {} });
  await expect(host.getByText('It is your move')).toBeVisible();
  await touch(host, 'a1');
  const claim = host.getByRole('button', { name: 'Claim the win' });
  await expect(host.getByText('The opponent is away')).toBeVisible();
  await expect(host.getByText(/You may claim the win in [0-5]:\d\d/)).toBeVisible();
  await expect(claim).toHaveCount(0);
});

test('a win over an opponent who stays away is claimed when the time is up', async ({ browser }) => {
  const server = new Server();
  server.environment['IGROTEKA_GONE_AFTER'] = '4';
  await server.start();
  try {
    const [host, guest] = [await person(browser, server.address), await person(browser, server.address)];
    const id = await begin(host, { game: 'seega', opponent: 'link', side: 'first' });
    await guest.request.post(`/api/games/${id}/join`, { data: {} });
    await expect(host.getByText('It is your move')).toBeVisible();
    await touch(host, 'a1');
    await expect(host.getByText('The opponent is away')).toBeVisible();
    await expect(host.getByText(/You may claim the win in 0:0\d/)).toBeVisible();
    await host.getByRole('button', { name: 'Claim the win' }).click();
    const end = host.getByRole('region', { name: 'You won!' });
    await expect(end).toContainText('Blue left the game');
    expect((await stateOf(host, id)).result?.reason).toBe('abandoned');
    // Who comes back in time is here again, and nothing can be claimed.
    const next = await begin(host, { game: 'seega', opponent: 'link', side: 'first' });
    await guest.request.post(`/api/games/${next}/join`, { data: {} });
    await expect(host.getByText('It is your move')).toBeVisible();
    await touch(host, 'a1');
    await expect(host.getByText('The opponent is away')).toBeVisible();
    await guest.goto(`/game/${next}`);
    await expect(guest.getByText('It is your move')).toBeVisible();
    await expect(host.getByText('The opponent’s move')).toBeVisible();
    await expect(host.getByRole('button', { name: 'Claim the win' })).toHaveCount(0);
  } finally {
    await server.stop();
    server.forget();
  }
});

test('a refusal goes with a hint, a new selection and a new connection', async ({ page }) => {
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/.*/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await begin(page, { game: 'diaballik', opponent: 'engine', level: 1, side: 'first' });
  await expect(page.locator('.cell.movable').first()).toBeAttached();
  const refusal = page.getByRole('alert');
  const refused = async () => {
    await square(page, 'a1').dragTo(square(page, 'b2'));
    await expect(refusal).toContainText('a1');
    await expect(page.locator('rect.refused').first()).toBeAttached();
  };
  await refused();
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await expect(refusal).toHaveCount(0);
  await refused();
  await touch(page, 'c1');
  await expect(refusal).toHaveCount(0);
  await expect(page.locator('rect.refused')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await refused();
  const before = sockets.length;
  await sockets.at(-1)!.close();
  await expect.poll(() => sockets.length, { timeout: 30_000 }).toBeGreaterThan(before);
  await expect(page.getByText('The connection is lost')).toBeHidden();
  await expect(refusal).toHaveCount(0);
  await expect(page.locator('rect.refused')).toHaveCount(0);
});

test('who joins by link agrees that others may find the game', async ({ browser, baseURL }) => {
  for (const agrees of [true, false]) {
    const [host, guest] = [await person(browser, baseURL), await person(browser, baseURL)];
    const made = await host.request.post('/api/games', {
      data: { game: 'seega', opponent: 'link', side: 'first', public: true },
    });
    const { game } = (await made.json()) as { game: string };
    await guest.goto(`/game/${game}`);
    const box = guest.getByRole('checkbox', { name: /Others may watch this game/ });
    await expect(box).not.toBeChecked();
    if (agrees) await box.check();
    await guest.getByRole('button', { name: 'Sit down and play' }).click();
    await expect.poll(async () => (await stateOf(host, game)).phase).toBe('live');
    expect((await stateOf(host, game)).public).toBe(agrees);
  }
});

test('a spectator is not led to the rematch, but may follow it', async ({ browser, baseURL }) => {
  const { host, guest, id } = await pair(browser, baseURL, { game: 'seega' });
  const watcher = await person(browser, baseURL);
  await watcher.goto(`/game/${id}`);
  for (const [page, spot] of [
    [host, 'a1'],
    [guest, 'b1'],
  ] as const) {
    await expect(page.getByText('It is your move')).toBeVisible();
    await touch(page, spot);
  }
  await expect(moves(host)).toHaveCount(2);
  await resign(guest);
  await expect(watcher.getByRole('heading', { name: 'Guest won' })).toBeVisible();
  await host.getByRole('button', { name: 'Rematch' }).click();
  await guest.getByRole('button', { name: 'Accept the rematch' }).click();
  await expect(host).not.toHaveURL(new RegExp(id));
  const link = watcher.getByRole('link', { name: 'To the rematch' });
  await expect(link).toHaveAttribute('href', new URL(host.url()).pathname);
  await expect(watcher).toHaveURL(new RegExp(id));
});

test('the player throws the sticks: by the sticks, by a key; or at once, if that is wished', async ({
  page,
}) => {
  const id = await begin(page, { game: 'senet', opponent: 'local' });
  await expect.poll(async () => (await stateOf(page, id)).ply).toBe(1);
  // The server has thrown; the page keeps it back.
  await expect(sticks(page)).toBeVisible();
  await expect(moves(page)).toHaveCount(0);
  await expect(page.locator('.cell.movable')).toHaveCount(0);
  await page.getByRole('button', { name: 'The sticks: tap to throw' }).click();
  await expect(moves(page)).toHaveCount(1);
  await expect(moves(page).first().locator('svg.sticks')).toBeVisible();
  await expect(moves(page).first()).toHaveAttribute('title', /point/);
  // The first move, and the next throw by its key.
  const { legal } = await stateOf(page, id);
  for (const spot of legal.find(({ path }) => path.length > 1)!.path) await touch(page, spot);
  await expect(sticks(page)).toBeVisible();
  await expect(moves(page)).toHaveCount(2);
  await page.locator('body').press('t');
  await expect(moves(page)).toHaveCount(3);
  await pick(page, 'Throw the sticks myself');
  await page.keyboard.press('Escape');
  const next = await stateOf(page, id);
  const way = next.legal.find(({ path }) => path.length > 1)?.path;
  if (!way) return;
  for (const spot of way) await touch(page, spot);
  await expect(moves(page)).toHaveCount(5);
});

test('the goal of the piece in hand lights up', async ({ page }) => {
  await begin(page, { game: 'salta', opponent: 'local' });
  await touch(page, 'a3');
  const { goals } = (await stateOf(page, page.url().split('/').pop()!)).view;
  const goal = goals.find(([from]) => from === 'a3')![1];
  const light = (await page.locator('.goal-light').boundingBox())!;
  const there = (await square(page, goal).boundingBox())!;
  expect(Math.abs(light.x - there.x)).toBeLessThan(there.width / 2);
  expect(Math.abs(light.y - there.y)).toBeLessThan(there.height / 2);
});

test('what the small pictures mean is shown where the pointer rests, or a key or finger goes', async ({
  page,
}) => {
  await begin(page, { game: 'diaballik', opponent: 'local' });
  const left = page.getByRole('img', { name: 'Left in this turn: 2 steps and the pass' });
  const tip = () => left.evaluate((element) => getComputedStyle(element, '::after').content);
  expect(await tip()).toBe('none');
  await left.hover();
  expect(await tip()).toContain('Left in this turn: 2 steps and the pass');
  await board(page).hover();
  await left.focus();
  expect(await tip()).toContain('2 steps');
});

test('a throw is not taken back, but the turn after it is', async ({ page }) => {
  const id = await begin(page, { game: 'senet', opponent: 'engine', level: 1, side: 'first' });
  const back = page.getByRole('button', { name: /^(Undo|Take back)$/ });
  await expect(back).toBeDisabled();
  await sticks(page).click();
  await expect(moves(page)).toHaveCount(1);
  await expect(page.locator('.cell.movable').first()).toBeAttached();
  await expect(back).toBeDisabled();
  expect((await stateOf(page, id)).may_take_back).toEqual([false, false]);
  const { legal } = await stateOf(page, id);
  for (const spot of legal.find(({ path }) => path.length > 1)!.path) await touch(page, spot);
  await expect(page.getByRole('button', { name: 'Take back', exact: true })).toBeEnabled();
  await page.getByRole('button', { name: 'Take back', exact: true }).click();
  await expect.poll(async () => (await stateOf(page, id)).ply).toBe(1);
  await expect(back).toBeDisabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('before a game is given up it is asked, and one can keep playing', async ({ page }) => {
  const id = await begin(page, { game: 'seega', opponent: 'local' });
  await pick(page, 'Resign');
  const ask = page.getByRole('dialog', { name: 'Resign the game?' });
  await expect(ask.getByRole('button', { name: 'Keep playing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(ask).toBeHidden();
  expect((await stateOf(page, id)).phase).toBe('live');
});

/** Counts what is heard from now on. */
async function listen(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const heard = globalThis as { knocks?: number };
    heard.knocks = 0;
    const original = AudioContext.prototype.createBufferSource;
    AudioContext.prototype.createBufferSource = function () {
      heard.knocks! += 1;
      return original.call(this);
    };
  });
  return () => page.evaluate(() => (globalThis as { knocks?: number }).knocks ?? 0);
}

test('a shaken phone throws the sticks, and each is heard as it falls', async ({ page }) => {
  const knocks = await listen(page);
  await choose(page, { sound: true });
  await begin(page, { game: 'senet', opponent: 'local' });
  await expect(sticks(page)).toBeVisible();
  const shake = (push: number) =>
    page.evaluate((x) => {
      dispatchEvent(new DeviceMotionEvent('devicemotion', { acceleration: { x, y: 0, z: 0 } }));
    }, push);
  // A phone that is only held throws nothing.
  await shake(2);
  await expect(moves(page)).toHaveCount(0);
  expect(await knocks()).toBe(0);
  await shake(25);
  await expect(moves(page)).toHaveCount(1);
  // Four sticks, and each settles.
  await expect.poll(knocks).toBe(8);
});

test('the signs of the houses stay in sight under pieces', async ({ page }) => {
  const start = '..............c............c.s s 3';
  await begin(page, { game: 'senet', opponent: 'local', start });
  await expect(page.locator('.sign-plate')).toHaveCount(3);
  for (const [index, house] of ['15', '28', '30'].entries()) {
    const plate = (await page.locator('.sign-plate').nth(index).boundingBox())!;
    const there = (await square(page, house).boundingBox())!;
    const [x, y] = [plate.x + plate.width / 2, plate.y + plate.height / 2];
    expect(x).toBeGreaterThan(there.x);
    expect(x).toBeLessThan(there.x + there.width);
    expect(y).toBeGreaterThan(there.y);
    expect(y).toBeLessThan(there.y + there.height);
    expect(plate.width).toBeGreaterThan(12);
  }
  // Those of free houses are drawn on the board: 26, 27 and 29.
  await expect(page.locator('.house-sign')).toHaveCount(6);
});

/** Diaballik, Red one pass from the goal. */
const AT_GOAL = 'bbrBbbb/b6/7/2R4/7/7/rr1rrr1 r 2p 0';

for (const motion of ['no-preference', 'reduce'] as const) {
  test(`the end of a game is an event: ${motion === 'reduce' ? 'quietly' : 'with sparks'}`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.emulateMedia({ reducedMotion: motion });
    const id = await begin(page, {
      game: 'diaballik',
      opponent: 'engine',
      level: 1,
      side: 'first',
      start: AT_GOAL,
    });
    for (const spot of ['c4', 'c7']) await touch(page, spot);
    const end = page.getByRole('region', { name: 'You won!' });
    await expect(end).toContainText('Red wins: the ball of Red has reached the far rank');
    const sparks = end.locator('.sparks i');
    await expect(sparks).toHaveCount(motion === 'reduce' ? 0 : 18);
    const moved = await end.evaluate((element) => getComputedStyle(element).animationName !== 'none');
    expect(moved).toBe(motion !== 'reduce');
    for (const name of ['Rematch', 'Find where it was decided', 'Share'])
      await expect(end.getByRole('button', { name })).toBeVisible();
    await expect(end.getByRole('link', { name: 'Analysis' })).toBeVisible();
    await end.getByRole('button', { name: 'Share' }).click();
    await expect(end.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/game/${id}`);
    await end.getByRole('button', { name: 'Rematch' }).click();
    await expect(page).not.toHaveURL(new RegExp(id));
    // A game that one only comes back to is not celebrated again, and keeps who came back.
    await page.goto(`/game/${id}`);
    await expect(end.getByRole('link', { name: 'To the rematch' })).toBeVisible();
    await expect(end.getByRole('button', { name: 'Rematch' })).toHaveCount(0);
    await expect(sparks).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(id));
  });
}

for (const [name, viewport] of [
  ['desk', { width: 1280, height: 800 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`where a game was decided is found with one press: ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await begin(page, { game: 'diaballik', opponent: 'local', start: AT_GOAL });
    // Red overlooks the goal, Blue leaves it open, Red takes it.
    for (const [from, to] of [
      ['a1', 'a2'],
      ['b1', 'b2'],
    ] as const)
      for (const spot of [from, to]) await touch(page, spot);
    await page.getByRole('button', { name: 'End the turn' }).click();
    for (const spot of ['a6', 'a5']) await touch(page, spot);
    await page.getByRole('button', { name: 'End the turn' }).click();
    for (const spot of ['c4', 'c7']) await touch(page, spot);
    await expect(page.getByRole('heading', { name: 'Red won' })).toBeVisible();
    await page.getByRole('button', { name: 'Find where it was decided' }).click();
    await expect(page.getByRole('img', { name: /^Expected result for/ })).toBeInViewport({ timeout: 45_000 });
    const decided = page.getByRole('button', { name: /^Decided in turn \d+: .* \((Red|Blue)\)$/ });
    await decided.last().click();
    await expect(page.getByText(/^Looking back: \d+ of \d+$/)).toBeAttached();
    await expect(moves(page).and(page.locator('[aria-current]'))).toHaveCount(1);
    await expect(page.getByText(/^A forced win for Red/)).toBeAttached();
    await inWords(page);
  });
}
