/** What exact tables know of a position, beside the analysis board. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { BINARY, expect, Server, test as base } from './server';

// A server with tables of up to four stones: less than a second to build.
const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, use) => {
      const tables = mkdtempSync(join(tmpdir(), 'igroteka-tables-'));
      const built = spawnSync(BINARY, ['tables', 'build', 'seega', '--pieces', '4', '--out', tables]);
      if (built.status !== 0) throw new Error(String(built.stderr));
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
