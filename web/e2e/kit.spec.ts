/** The parts of the boards that the server draws with are those of the board that people see. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createServer } from 'vite';

import type { Preview, View } from '../src/lib/wire';

import { expect, test } from './server';

const KEPT = join(import.meta.dirname, '../../crates/server/assets/board');

/** Positions that have every board and every piece of a game. */
const GAMES: Record<string, [rules: string, position?: string][]> = {
  seega: [3, 5, 7, 9].map((size) => [
    `seega(size=${size})`,
    `${'g'.repeat(size)}/${'b'.repeat(size)}${`/${size}`.repeat(size - 2)} g 0,0 - 0`,
  ]),
  salta: [['salta']],
  senet: [['senet']],
  draughts: [['draughts'], ['draughts', '1W6/8/3B4/8/8/8/8/w7 w 0,0 1 2']],
  diaballik: [['diaballik']],
};

test('the server draws with the parts of the pages’ boards', async ({ page, baseURL }) => {
  test.setTimeout(120_000);
  const vite = await createServer({
    configFile: join(import.meta.dirname, '../demo/vite.config.ts'),
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0 },
  });
  await vite.listen();
  try {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(`${vite.resolvedUrls!.local[0]}kit.html`);
    await page.waitForFunction(() => 'kit' in globalThis);
    for (const [game, positions] of Object.entries(GAMES)) {
      const views: View[] = [];
      for (const [rules, position] of positions) {
        const answer = await page.request.post(`${baseURL}/api/preview`, { data: { rules, position } });
        expect(answer.ok(), await answer.text()).toBe(true);
        views.push(((await answer.json()) as Preview).view);
      }
      const made = await page.evaluate(
        (given) => (globalThis as unknown as { kit: (views: View[]) => Promise<object> }).kit(given),
        views,
      );
      const text = `${JSON.stringify(made, null, 1)}\n`;
      const file = join(KEPT, `${game}.json`);
      if (process.env['IGROTEKA_BLESS']) await writeFile(file, text);
      expect(text === (await readFile(file, 'utf8')), `${file} is old: run with IGROTEKA_BLESS=1`).toBe(true);
    }
  } finally {
    await vite.close();
  }
});
