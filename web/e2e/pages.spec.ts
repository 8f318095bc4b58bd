/** Every page: accessible, within the window, in both languages and themes; pictures for a person. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { begin } from './play';
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
          if (message.type() === 'error' && /Content Security|Uncaught/.test(message.text()))
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
      await held.screenshot({ path: `e2e/out/${theme}-${name}-phone.png`, fullPage: true });
      await phone.close();
      expect(problems).toEqual([]);
    });
  }
}

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
