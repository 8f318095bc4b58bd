/** Accounts, several games at once, and what is told to one who is elsewhere. */
import type { Page } from '@playwright/test';

import { begin, moves, pair, person, pick, resign, stateOf, touch } from './play';
import { expect, Server, test } from './server';

test('a club lets in who has an invitation', async ({ browser }) => {
  const club = new Server('--invitation-only');
  await club.start();
  try {
    const page = await person(browser, club.address);
    await page.goto('/account');
    await page.getByLabel('Name', { exact: true }).fill('nefertari');
    await page.getByLabel('Password', { exact: true }).fill('a long way to the sun');
    const enter = page.locator('form button[type=submit]');
    await enter.click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByLabel('Invitation code').fill(club.invite());
    await enter.click();
    await expect(page.getByRole('link', { name: 'nefertari' })).toBeVisible();
    await page.context().close();
  } finally {
    await club.stop();
    club.forget();
  }
});

test('one whose turn it is in a slow game hears of it elsewhere', async ({ browser, baseURL }) => {
  const { host, guest, id } = await pair(browser, baseURL, { game: 'seega', clock: '3d' });
  await guest.addInitScript(() => {
    const told: string[] = [];
    class Told {
      static permission = 'granted';
      onclick = null;
      constructor(title: string, { body }: { body: string }) {
        told.push(`${title}: ${body}`);
      }
    }
    Object.assign(globalThis, { Notification: Told, told });
    localStorage.setItem('settings', JSON.stringify({ notify: true }));
  });
  // It hears of the game on whichever page it is.
  const asked = guest.waitForResponse('/api/me/games');
  await guest.goto('/learn');
  await asked;
  await touch(host, 'a1');
  await host.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(async () => (await stateOf(host, id)).ply).toBe(1);
  await expect(guest.getByRole('link', { name: 'My games Your turn 1' })).toBeVisible();
  await expect
    .poll(() => guest.evaluate(() => (globalThis as unknown as { told: string[] }).told))
    .toEqual(['Your turn: Seega']);
});

test('several games at once: those that wait are counted and listed', async ({ page }) => {
  for (const game of ['seega', 'diaballik', 'salta']) {
    await begin(page, { game, opponent: 'engine', level: 1, side: 'first' });
  }
  await expect(page.getByRole('link', { name: 'My games Your turn 3' })).toBeVisible();
  await page.goto('/games');
  const running = page.getByRole('region', { name: 'In progress' });
  await expect(running.getByRole('link')).toHaveCount(3);
  await running.getByRole('link').first().click();
  await expect(page.getByRole('grid')).toBeVisible();
});

test('takeback, draw and rematch between two, and one who watches', async ({ browser, baseURL }) => {
  const { host, guest, id } = await pair(browser, baseURL, { game: 'seega' });
  const watcher = await person(browser, baseURL);
  await watcher.goto(`/game/${id}`);
  await expect(watcher.getByText('You are watching')).toBeVisible();

  await touch(host, 'a1');
  await expect(moves(watcher)).toHaveText(['a1']);
  await pick(host, 'Take back');
  await guest.getByRole('button', { name: 'Accept' }).click();
  await expect(moves(host)).toHaveCount(0);
  await expect(moves(watcher)).toHaveCount(0);
  await touch(host, 'b1');
  await expect(guest.getByText('It is your move')).toBeVisible();
  await touch(guest, 'c1');
  await expect(moves(host)).toHaveText(['b1', 'c1']);

  await pick(guest, 'Offer a draw');
  await host.getByRole('button', { name: 'Decline' }).click();
  await expect(guest.getByText('You have offered a draw')).toHaveCount(0);
  await pick(host, 'Offer a draw');
  await guest.getByRole('button', { name: 'Accept' }).click();
  const { result } = await stateOf(host, id);
  for (const page of [host, guest, watcher])
    await expect(page.getByText(result!.message).first()).toBeVisible();

  await host.getByRole('button', { name: 'Rematch' }).click();
  await guest.getByRole('button', { name: 'Accept the rematch' }).click();
  await expect(guest).not.toHaveURL(new RegExp(id));
  await expect(host).toHaveURL(guest.url());
});

test('two who have never met play a rated game, and their ratings are drawn', async ({
  browser,
  baseURL,
}) => {
  const [anna, boris] = [await person(browser, baseURL), await person(browser, baseURL)];
  for (const [page, name] of [
    [anna, 'anna-of-lobby'],
    [boris, 'boris-of-lobby'],
  ] as const) {
    const made = await page.request.post('/api/register', { data: { name, password: 'a long password' } });
    expect(made.status()).toBe(200);
  }
  // The offer is made and taken on the pages.
  await anna.goto('/lobby');
  await anna.getByRole('link', { name: 'Seega', exact: true }).click();
  await anna.getByRole('checkbox', { name: /rated/i }).check();
  await anna.locator('form button[type=submit]').click();
  await expect(anna).toHaveURL(/\/game\//);
  const id = anna.url().split('/').pop()!;
  await boris.goto('/lobby');
  const offer = boris.getByRole('listitem').filter({ hasText: 'anna-of-lobby' });
  await offer.getByRole('button', { name: 'Play: Seega' }).click();
  await expect(boris).toHaveURL(new RegExp(id));
  const { to_act: first, seats } = await stateOf(anna, id);
  const [mover, other] = seats.includes(first as 'first') ? [anna, boris] : [boris, anna];
  await touch(mover, 'a1');
  await expect(moves(other)).toHaveCount(1);
  await touch(other, 'b1');
  await expect(moves(mover)).toHaveCount(2);
  await resign(boris);
  // Each page shows who won and why, and how the rating of its player changed.
  const end = (page: Page) => page.getByRole('region', { name: /You (won|lost)/ });
  await expect(end(anna)).toContainText('You won!');
  await expect(end(anna)).toContainText(/Your rating\s*1[,.\s\u00a0]?\d{3}\s*\+\d+/);
  await expect(end(boris)).toContainText('You lost');
  await expect(end(boris)).toContainText(/Your rating\s*1[,.\s\u00a0]?\d{3}\s*−\d+/);
  await anna.goto('/player/anna-of-lobby');
  await expect(
    anna.getByRole('group', { name: 'Rating over time' }).getByRole('button', { name: /Seega/ }),
  ).toBeVisible();
  await anna.screenshot({ path: 'e2e/out/rated-player.png', fullPage: true });
});

test('an engine that is busy says how long the queue is', async ({ browser }) => {
  const server = new Server('--engine-threads', '1');
  await server.start();
  try {
    const page = await person(browser, server.address);
    // The others keep the one thread busy for as long as the strongest level thinks.
    const wanted = { game: 'diaballik', opponent: 'engine', level: 8, side: 'second' } as const;
    for (let count = 0; count < 16; count += 1) await page.request.post('/api/games', { data: wanted });
    await begin(page, wanted);
    await expect(
      page.getByText(/The engine is busy: (one turn is|\d+ turns are) ahead of yours/),
    ).toBeVisible();
  } finally {
    await server.stop();
    server.forget();
  }
});

test('settings and language follow the account to another browser', async ({ browser, baseURL }) => {
  const names = { name: 'meritaten', password: 'a long way to the sun' };
  const one = await person(browser, baseURL);
  await one.request.post('/api/register', { data: names });
  // The pace of animation can be chosen where there is any.
  await one.emulateMedia({ reducedMotion: 'no-preference' });
  await one.goto('/settings');
  await expect(one.getByText('Saved with your account')).toBeVisible();
  const kept = one.waitForResponse(
    (answer) => answer.url().endsWith('/api/me/settings') && answer.request().method() === 'PUT',
  );
  await one.getByLabel('Volume').fill('0.3');
  await one.getByText('fast', { exact: true }).click();
  await one.getByText('dark', { exact: true }).click();
  expect((await kept).status()).toBe(204);
  await expect
    .poll(async () => (await one.request.get('/api/me/settings')).json())
    .toMatchObject({ volume: 0.3, pace: 'fast', theme: 'dark' });

  const other = await person(browser, baseURL);
  await other.request.post('/api/login', { data: names });
  await other.goto('/settings');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(other.getByLabel('Volume')).toHaveValue('0.3');
  await expect(other.getByLabel('fast', { exact: true })).toBeChecked();
});

test('a clock of one’s own, and what the usual ones are', async ({ page }) => {
  await page.goto('/new/seega');
  const clock = page.getByRole('group', { name: 'Clock' });
  for (const name of ['No clock', '1+0', '3+2', '5+3', '10+5', '15+10', '1 day a turn', '3 days a turn'])
    await expect(clock.getByLabel(name, { exact: true })).toBeAttached();
  await clock.getByLabel('Custom').check({ force: true });
  await clock.getByLabel('Minutes for the game').fill('2.5');
  await clock.getByLabel('Seconds added with each turn').fill('7');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  expect((await stateOf(page, page.url().split('/').pop()!)).time).toBe('2.5+7');
});

test('a game by link is not in public lists', async ({ browser, baseURL, page }) => {
  const { id } = await pair(browser, baseURL, { game: 'seega' });
  const listed = async () => (await page.request.get('/api/games?phase=live')).text();
  const lobby = await begin(page, { game: 'seega', opponent: 'engine', level: 1 });
  expect(await listed()).toContain(lobby);
  expect(await listed()).not.toContain(id);
});

test('boards that were opened and left are not there to be watched', async ({ browser, baseURL, page }) => {
  const other = await person(browser, baseURL);
  const left = await begin(other, { game: 'seega', opponent: 'engine', level: 1, side: 'first' });
  const played = await begin(other, { game: 'seega', opponent: 'engine', level: 1, side: 'first' });
  await touch(other, 'a1');
  await expect(moves(other)).toHaveCount(2);
  await page.goto('/games');
  await expect(page.locator(`a[href="/game/${played}"]`)).toBeVisible();
  await expect(page.locator(`a[href="/game/${left}"]`)).toHaveCount(0);
});

test('a rating card holds its words on a small phone', async ({ browser, baseURL }) => {
  const people = [await person(browser, baseURL), await person(browser, baseURL)] as const;
  for (const [index, page] of people.entries()) {
    const data = { name: `rated-${index}`, password: 'a long way to the sun' };
    expect((await page.request.post('/api/register', { data })).ok()).toBe(true);
  }
  const [one, two] = people;
  const data = { game: 'draughts', opponent: 'lobby', rated: true, clock: '5+3', side: 'first' };
  const { game } = (await (await one.request.post('/api/games', { data })).json()) as { game: string };
  expect((await two.request.post(`/api/games/${game}/join`, { data: {} })).ok()).toBe(true);
  for (const [ply, page, action] of [
    [0, one, 'c3-d4'],
    [1, two, 'b6-a5'],
  ] as const) {
    const played = { data: { ply, actions: [action] } };
    expect((await page.request.post(`/api/games/${game}/actions`, played)).ok()).toBe(true);
  }
  expect((await one.request.post(`/api/games/${game}/resign`, { data: {} })).ok()).toBe(true);
  await one.setViewportSize({ width: 360, height: 640 });
  await one.context().addCookies([{ name: 'lang', value: 'ru', url: baseURL }]);
  await one.goto('/player/rated-0');
  const card = one.locator('.rating').first();
  await expect(async () => {
    await one.reload();
    await expect(card).toContainText('пока неточный', { timeout: 1000 });
  }).toPass();
  expect(await card.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
});
