/** Looking after the place: sessions, a report, a moderator who acts, a player who is told. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { person } from './play';
import { expect, test } from './server';

const PASSWORD = 'a long way to the sun';

async function named(page: Page, name: string): Promise<void> {
  const made = await page.request.post('/api/register', { data: { name, password: PASSWORD } });
  expect(made.ok()).toBe(true);
}

/** A picture on a desktop and on a phone, and nothing that a reader could not reach. */
async function shown(page: Page, name: string): Promise<void> {
  for (const [width, height, kind] of [
    [1280, 800, 'desktop'],
    [360, 740, 'phone'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `e2e/out/${name}-${kind}.png`, fullPage: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('sessions are listed and ended', async ({ browser, baseURL }) => {
  const [here, there] = [await person(browser, baseURL), await person(browser, baseURL)];
  await named(here, 'two-places');
  const data = { name: 'two-places', password: PASSWORD };
  expect((await there.request.post('/api/login', { data })).ok()).toBe(true);
  await here.goto('/account');
  const sessions = here.getByRole('region', { name: 'Where you are signed in' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions).toContainText('this browser');
  await shown(here, 'account');
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  expect(await (await there.request.get('/api/me')).json()).toBe(null);
});

test('a report, a warning, and the one who is warned', async ({ browser, baseURL, server }) => {
  const [keeper, anna, boris] = [
    await person(browser, baseURL),
    await person(browser, baseURL),
    await person(browser, baseURL),
  ];
  await named(keeper, 'keeper-of-place');
  await named(anna, 'reporting-anna');
  await named(boris, 'stalling-boris');
  server.admin('keeper-of-place');
  await anna.goto('/player/stalling-boris');
  await anna.getByText('Report this player').click();
  await anna.getByLabel('What happened?').fill('He waits until I give up.');
  await anna.getByRole('button', { name: 'Send' }).click();
  await expect(anna.getByText('Thank you.')).toBeVisible();
  await keeper.goto('/account');
  await keeper.getByRole('link', { name: 'Moderation' }).click();
  await expect(keeper.getByText('He waits until I give up.')).toBeVisible();
  await shown(keeper, 'moderation');
  await keeper.getByRole('link', { name: 'stalling-boris' }).first().click();
  await keeper.getByLabel('What?').selectOption('warn');
  await keeper.getByLabel('Why? The player reads this.').fill('Please play on, or resign.');
  await keeper.getByRole('button', { name: 'Do it' }).click();
  await expect(keeper.getByRole('listitem').filter({ hasText: 'Please play on' })).toBeVisible();
  await shown(keeper, 'moderation-player');
  await boris.goto('/');
  const told = boris.getByRole('region', { name: 'A message from the moderators' });
  await expect(told).toContainText('Please play on, or resign.');
  await shown(boris, 'notice');
  await told.getByRole('button', { name: 'I have read this' }).click();
  await expect(told).toBeHidden();
  const why = keeper.getByLabel('Why? The player reads this.');
  await keeper.getByLabel('What?').selectOption('ban');
  await why.fill('He was warned.');
  await keeper.getByRole('button', { name: 'Do it' }).click();
  await expect(keeper.getByRole('listitem').filter({ hasText: /until .*: He was warned\.$/ })).toBeVisible();
  await keeper.getByLabel('What?').selectOption('role');
  await keeper.getByLabel('Role').last().selectOption('moderator');
  await keeper.getByRole('button', { name: 'Do it' }).click();
  await expect(keeper.getByRole('listitem').filter({ hasText: /: moderator/ })).toBeVisible();
  await keeper.goto('/moderate');
  await keeper.getByRole('button', { name: 'По-русски' }).click();
  await expect(keeper.getByRole('heading', { name: 'Модерация' })).toBeVisible();
  await shown(keeper, 'moderation-ru');
  await keeper.goto('/moderate/stalling-boris');
  const log = keeper.getByRole('listitem');
  await expect(log.filter({ hasText: /дать роль: модератор$/ })).toBeVisible();
  await expect(log.filter({ hasText: /запретить игру с другими: до \d+ .*\d{4}/ })).toBeVisible();
});
