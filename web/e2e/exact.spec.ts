/** What exact tables know of a position, beside the analysis board. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { BINARY, expect, Server, test as base } from './server';

/** Tables of up to four stones: less than a second to build. */
function build(folder: string): void {
  const built = spawnSync(BINARY, ['tables', 'build', 'seega', '--pieces', '4', '--out', folder]);
  if (built.status !== 0) throw new Error(String(built.stderr));
}

const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, use) => {
      const tables = mkdtempSync(join(tmpdir(), 'igroteka-tables-'));
      build(tables);
      const server = new Server('--tables', tables);
      await server.start();
      await use(server);
      await server.stop();
      server.forget();
      rmSync(tables, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

/** The longest win with two stones each. */
const [WON, DISTANCE] = ['5/5/1g3/1b1g1/b4 g 0,0 - 0', 19];
const analysis = (position: string) => `/analysis?${new URLSearchParams({ game: 'seega', position })}`;

test('the result, and what every action leads to; one of them is played', async ({ page }) => {
  await page.goto(analysis(WON));
  const panel = page.getByRole('region', { name: `Exact: win in ${DISTANCE}` });
  await expect(panel).toBeVisible();
  await expect(panel).toHaveAttribute('data-exact', 'win');
  // The best come first, and the first of them keeps what the title says.
  const best = panel.getByRole('listitem').first();
  await expect(best).toContainText(`win in ${DISTANCE}`);
  await best.getByRole('button').first().click();
  await expect(page).toHaveURL(/moves=/);
  const next = page.getByRole('region', { name: `Exact: loss in ${DISTANCE - 1}` });
  await expect(next).toBeVisible();
  // What is said of tables leads to the game that is solved.
  await next.getByRole('link', { name: 'Solved: first wins' }).click();
  await expect(page.getByRole('heading', { name: 'Seega is solved: first wins' })).toBeVisible();
});

test('where the tables do not reach nothing is claimed', async ({ page }) => {
  await page.goto(analysis(WON));
  await expect(page.locator('[data-exact]')).toBeVisible();
  const probed = page.waitForResponse(/\/api\/tables\/probe/);
  await page.getByRole('button', { name: 'Start position' }).click();
  await probed;
  await expect(page.locator('[data-exact]')).toHaveCount(0);
});

base(
  'tables are fetched when a position is shown that they know, and serve without a server',
  async ({ browser }) => {
    base.setTimeout(120_000);
    const tables = mkdtempSync(join(tmpdir(), 'igroteka-tables-'));
    build(tables);
    const server = new Server('--tables', tables);
    await server.start();
    const context = await browser.newContext({
      baseURL: server.address,
      locale: 'en',
      reducedMotion: 'reduce',
      serviceWorkers: 'allow',
    });
    try {
      const page = await context.newPage();
      await page.goto('/');
      await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
      await page.reload();
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      const fetched: string[] = [];
      page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
      const files = () => fetched.filter((path) => path === '/api/tables/file').length;
      // The start is beyond them: who does not come near them does not load them.
      await page.goto('/analysis?game=seega');
      await page.waitForResponse(/\/api\/tables\/probe/);
      expect(files()).toBe(0);
      await page.goto(analysis(WON));
      await expect(page.getByRole('region', { name: `Exact: win in ${DISTANCE}` })).toBeVisible();
      await expect.poll(files).toBe(4);
      const kept = async () =>
        page.evaluate(async () => (await (await caches.open('tables')).match('/api/tables')) !== undefined);
      await expect.poll(kept).toBe(true);
      // From now on the browser knows it by itself, and so after a reload without a server.
      await server.stop();
      for (const reloaded of [false, true]) {
        if (reloaded) await page.goto(analysis(WON));
        const panel = page.getByRole('region', { name: `Exact: win in ${DISTANCE}` });
        await panel.getByRole('listitem').first().getByRole('button').first().click();
        await expect(page.getByRole('region', { name: `Exact: loss in ${DISTANCE - 1}` })).toBeVisible();
      }
      expect(files()).toBe(4);
    } finally {
      await context.close();
      await server.stop();
      server.forget();
      rmSync(tables, { recursive: true, force: true });
    }
  },
);
