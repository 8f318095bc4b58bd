/** Every page: accessible, within the window, in both languages and themes; pictures for a person. */
import { writeFile } from 'node:fs/promises';

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { begin, choose } from './play';
import { expect, test } from './server';

const PAGES = [
  '/',
  '/new/seega',
  '/new/salta',
  '/lobby',
  '/games',
  '/archive',
  '/player/hatshepsut',
  '/account',
  '/settings',
  '/learn',
  '/learn/diaballik/first',
  '/learn/senet/odds',
  '/rules/senet',
  '/rules/draughts',
  '/seega/solved',
  '/analysis?game=draughts',
  '/analysis?game=senet',
  '/nowhere',
  'game of seega',
  'game of salta',
  'game of senet',
  'game of draughts',
  'game of diaballik',
];

/** Opens a page of the list as somebody who has signed in and played. */
async function open(page: Page, path: string): Promise<void> {
  const [, game] = /^game of (\w+)$/.exec(path) ?? [];
  if (path.startsWith('/player/')) {
    const name = path.split('/').pop()!;
    const entry = { name, password: 'a long way to the sun' };
    const made = await page.request.post('/api/register', { data: entry });
    if (!made.ok()) await page.request.post('/api/login', { data: entry });
  }
  if (game) await begin(page, { game, opponent: 'local' });
  else await page.goto(path);
  await settled(page);
}

async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
}

/** The least size of what a finger touches, in pixels. */
const LEAST = 40;

/**
 * What could be touched and is too small for it. Links in a running text are as high as their line;
 * ten squares in a row are as wide as a phone allows.
 */
function small(least: number): string[] {
  const found: string[] = [];
  const touchable = 'a, button, input, select, textarea, summary, [role=gridcell]';
  const rows = document.querySelectorAll('[role=grid] [role=row]').length;
  const wide = rows >= 9 && document.querySelectorAll('[role=gridcell]').length > 30;
  for (const element of document.querySelectorAll<HTMLElement>(touchable)) {
    if (element.tagName === 'A' && element.closest('p, td, .article, .text li')) continue;
    if (element.role === 'gridcell' && wide) continue;
    // A box with a label around it is as large as the label.
    const touched =
      element.closest<HTMLElement>('label:has(input[type=checkbox], input[type=radio])') ?? element;
    const { width, height } = touched.getBoundingClientRect();
    if (width <= 1 || height <= 1 || touched.closest('.skip, .hidden')) continue;
    if (width < least || height < least) {
      found.push(`${Math.round(width)}×${Math.round(height)} ${touched.outerHTML.slice(0, 90)}`);
    }
  }
  return found;
}

for (const theme of ['light', 'dark'] as const) {
  for (const path of PAGES) {
    test(`${path} in ${theme}`, async ({ page, context, browser, baseURL }) => {
      const problems: string[] = [];
      const listen = (to: Page) => {
        to.on('console', (message) => {
          if (message.type() === 'error' && /Content Security|Uncaught|No text for/.test(message.text()))
            problems.push(message.text());
        });
        to.on('pageerror', (error) => problems.push(String(error)));
      };
      listen(page);
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      if (theme === 'dark') await context.addCookies([{ name: 'lang', value: 'ru', url: baseURL }]);
      await open(page, path);
      const name = path.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home';
      await page.screenshot({ path: `e2e/out/${theme}-${name}.png`, fullPage: true });
      // A date that ends in a full stop of its own is no reason for a second one.
      expect(await page.locator('body').innerText()).not.toMatch(/[^.]\.\.(?!\.)/);
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa'])
        .analyze();
      expect(
        violations.map(
          ({ id, nodes }) =>
            `${id}: ${nodes
              .map((node) => node.html)
              .slice(0, 3)
              .join(' | ')}`,
        ),
      ).toEqual([]);

      const phone = await browser.newContext({
        baseURL,
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
        colorScheme: theme,
        reducedMotion: 'reduce',
        locale: 'en',
        storageState: await context.storageState(),
      });
      const held = await phone.newPage();
      listen(held);
      await held.goto(page.url());
      await settled(held);
      expect(await held.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      expect(await held.evaluate(small, LEAST)).toEqual([]);
      const boxes = await held
        .locator('.switch input')
        .evaluateAll((all) => all.map((one) => one.clientWidth));
      expect(new Set(boxes).size, boxes.join()).toBeLessThanOrEqual(1);
      await held.screenshot({ path: `e2e/out/${theme}-${name}-phone.png`, fullPage: true });
      await phone.close();
      expect(problems).toEqual([]);
    });
  }
}

for (const lang of ['en', 'ru']) {
  for (const game of ['seega', 'salta', 'senet', 'draughts', 'diaballik']) {
    test(`the boards of the rules of ${game} have their texts: ${lang}`, async ({
      page,
      context,
      baseURL,
    }) => {
      await context.addCookies([{ name: 'lang', value: lang, url: baseURL }]);
      await page.goto(`/rules/${game}`);
      await page.locator('figure').first().waitFor();
      for (const figure of await page.locator('figure').all()) {
        await figure.scrollIntoViewIfNeeded();
        await expect(figure.getByRole('grid')).toBeVisible();
        // A throw has one button: the sticks and not their key.
        await expect(figure.getByText(/web-action|second block|втором блоке/)).toHaveCount(0);
      }
    });
  }
}

test('an address without a page answers so, and every page is found', async ({ page, request, baseURL }) => {
  for (const path of PAGES.filter((one) => one.startsWith('/') && one !== '/nowhere'))
    expect((await request.get(`${baseURL}${path}`)).status(), path).toBe(200);
  for (const path of ['/nowhere', '/new/chess', '/rules', '/learn/chess/first', '/game', '/lobby/more'])
    expect((await request.get(`${baseURL}${path}`)).status(), path).toBe(404);
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Salta' }).click();
  await expect(page).toHaveURL(/\/new\/salta$/);
});

test('the header says where one is, also within a part', async ({ page }) => {
  for (const path of ['/learn', '/learn/senet/first', '/rules/salta', '/books/salta', '/seega/solved']) {
    await page.goto(path);
    await expect(page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current]')).toHaveText(
      'Learn',
    );
  }
});

test('the page can be installed', async ({ page }) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await page.request.get(address!);
  const { display, icons } = (await manifest.json()) as {
    display: string;
    icons: { src: string; sizes: string }[];
  };
  expect(display).toBe('standalone');
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  for (const { src } of icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type']).toMatch(/^image\//);
  }
});

test('a link carries a title, a description and a picture', async ({ page }) => {
  const game = await begin(page, { game: 'salta', opponent: 'engine', level: 1, side: 'first' });
  const pages: [string, RegExp, RegExp][] = [
    [`/game/${game}`, /^Salta: Guest – Engine, level 1$/, /^Green to move$/],
    ['/rules/senet', /^Senet · Igroteka$/, /pharaohs/],
    ['/seega/solved', /^Seega is solved/, /a proof/],
    ['/', /^Igroteka/, /Play at once/],
  ];
  for (const [path, title, about] of pages) {
    const html = await (await page.request.get(path)).text();
    const meta = (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`)
        .exec(html)?.[1]
        ?.replaceAll('&amp;', '&');
    expect(meta('og:title')).toMatch(title);
    expect(meta('og:description')).toMatch(about);
    const picture = await page.request.get(meta('og:image')!);
    expect(picture.headers()['content-type']).toBe('image/png');
    const bytes = await picture.body();
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    if (path !== '/') expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    await writeFile(`e2e/out/link-${path.split('/')[1] || 'home'}.png`, bytes);
  }
});

test('headings have a face of their own, in both alphabets', async ({ page, context, baseURL }) => {
  for (const lang of ['en', 'ru']) {
    await context.addCookies([{ name: 'lang', value: lang, url: baseURL }]);
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const loaded = () =>
      page.evaluate(() => document.fonts.check("700 20px 'Philosopher'", 'Игротека Igroteka'));
    await expect.poll(loaded).toBe(true);
    expect(await page.evaluate(() => [...document.fonts].map(({ status }) => status))).toEqual(['loaded']);
  }
});

test('the start page has a position of the day that is answered on the spot', async ({ page }) => {
  await page.goto('/');
  const daily = page.getByRole('region', { name: /^Position of the day/ });
  await expect(daily.getByRole('grid')).toBeVisible();
  await expect(daily.locator('[data-square]').first()).toBeVisible();
});

/** What the start page may load, compressed: JavaScript and CSS. */
const BUDGET = 120_000;
const DAY_MS = 24 * 60 * 60 * 1000;
for (const lang of ['en', 'ru']) {
  test(`the start page stays light, whatever the game of the day is: ${lang}`, async ({
    browser,
    baseURL,
  }) => {
    for (let day = 0; day < 5; day += 1) {
      const context = await browser.newContext({ baseURL, locale: lang, serviceWorkers: 'block' });
      const page = await context.newPage();
      await page.clock.setFixedTime(Date.now() + day * DAY_MS);
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      const code = new Set<string>();
      let bytes = 0;
      session.on('Network.responseReceived', ({ requestId, response }) => {
        if (/javascript|css/.test(response.mimeType)) code.add(requestId);
      });
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        if (code.has(requestId)) bytes += encodedDataLength;
      });
      await page.goto('/');
      await page.locator('.daily [data-square]').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(bytes, `day ${day}`).toBeGreaterThan(BUDGET / 4);
      expect(bytes, `day ${day}`).toBeLessThanOrEqual(BUDGET);
      await context.close();
    }
  });
}

test('in the contrast style names and signs match the pieces', async ({ page }) => {
  await choose(page, { skin: 'contrast' });
  await begin(page, { game: 'diaballik', opponent: 'local' });
  await expect(page.getByText('Red (light)').first()).toBeVisible();
  await expect(page.getByText('Blue (hatched)').first()).toBeVisible();
  const sign = (side: string) => page.locator(`.sign.${side}`);
  await expect(sign('first')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(sign('second')).toHaveCSS('background-image', /repeating-linear-gradient/);
  // Salta's pieces have signs instead of a hatching.
  await begin(page, { game: 'salta', opponent: 'local' });
  await expect(page.getByText('Red (dark)').first()).toBeVisible();
  await expect(sign('second')).toHaveCSS('background-color', 'rgb(0, 0, 0)');
  await expect(sign('second')).toHaveCSS('background-image', 'none');
});
