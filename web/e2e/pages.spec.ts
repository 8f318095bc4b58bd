/** Every page: accessible, within the window, in both languages and themes; pictures for a person. */
import AxeBuilder from '@axe-core/playwright';

import { begin } from './play';
import { expect, test } from './server';

const PAGES = [
  '/',
  '/new/seega',
  '/new/salta',
  '/lobby',
  '/games',
  '/archive',
  '/account',
  '/settings',
  '/learn',
  '/learn/diaballik/first',
  '/rules/senet',
  '/analysis?game=draughts',
  '/nowhere',
];

for (const theme of ['light', 'dark'] as const) {
  for (const path of [...PAGES, 'a game']) {
    test(`${path} in ${theme}`, async ({ page, context, baseURL }) => {
      const problems: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && /Content Security|Uncaught/.test(message.text())) problems.push(message.text());
      });
      page.on('pageerror', (error) => problems.push(String(error)));
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      if (theme === 'dark') await context.addCookies([{ name: 'lang', value: 'ru', url: baseURL }]);
      if (path === 'a game') await begin(page, { game: 'draughts', opponent: 'local' });
      else await page.goto(path);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      const name = path.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home';
      await page.screenshot({ path: `e2e/out/${theme}-${name}.png`, fullPage: true });
      const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(' | ')}`)).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.waitForTimeout(150);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await page.screenshot({ path: `e2e/out/${theme}-${name}-phone.png`, fullPage: true });
      expect(problems).toEqual([]);
    });
  }
}
