/** How fast the client is, against the real server: `npm run measure`. Prints figures, judges nothing. */
import { cpus } from 'node:os';

import type { Page } from '@playwright/test';

import { begin, caughtUp, square, stateOf } from './play';
import { test } from './server';

const figures: [string, string][] = [];
const middle = (all: number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)]!;
const ms = (value: number) => `${value.toFixed(0)} ms`;
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const tell = (all: number[]) => `median ${ms(middle(all))}, worst ${ms(Math.max(...all))} of ${all.length}`;

/** The compressed JavaScript and CSS that a page loads into an empty cache. */
async function weigh(page: Page, go: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const wanted = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript|css/.test(response.mimeType)) wanted.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (wanted.has(requestId)) bytes += encodedDataLength;
  });
  await go();
  await page.waitForLoadState('networkidle');
  await session.detach();
  return bytes;
}

test('first load', async ({ page }) => {
  figures.push(['First load, compressed JavaScript and CSS', kB(await weigh(page, () => page.goto('/')))]);
});

test('a game page', async ({ page, browser, baseURL }) => {
  const id = await begin(page, { game: 'salta', opponent: 'local' });
  const storageState = await page.context().storageState();
  const times: number[] = [];
  let bytes = 0;
  for (let count = 0; count < 7; count += 1) {
    const context = await browser.newContext({ baseURL, storageState, locale: 'en' });
    const fresh = await context.newPage();
    await fresh.addInitScript(() => {
      const look = () => {
        // A piece that can be taken up: the board is drawn and listens.
        if (document.querySelector('.cell.movable')) Object.assign(globalThis, { ready: performance.now() });
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const go = async () => {
      await fresh.goto(`/game/${id}`);
      await fresh.waitForFunction(() => 'ready' in globalThis);
    };
    if (count === 0) bytes = await weigh(fresh, go);
    else await go();
    times.push(await fresh.evaluate(() => (globalThis as unknown as { ready: number }).ready));
    await context.close();
  }
  figures.push(['Game page, compressed JavaScript and CSS', kB(bytes)]);
  // The first one was weighed, not timed.
  figures.push(['Game page (10×10) until a piece can be taken up, empty cache', tell(times.slice(1))]);
});

test('from the click to the move', async ({ page }) => {
  const id = await begin(page, { game: 'salta', opponent: 'engine', level: 1, side: 'first' });
  await page.evaluate(() => {
    const times: number[] = [];
    let clicked = 0;
    Object.assign(globalThis, { times });
    addEventListener('pointerdown', (event) => (clicked = event.timeStamp), true);
    // The square that was clicked has got its piece; its drawing is in the next frame.
    new MutationObserver((changes) => {
      const shown = changes.some(({ target }) => {
        const cell = target as HTMLElement;
        return cell.dataset['aim'] !== undefined && !cell.ariaLabel?.endsWith('empty');
      });
      if (!shown) return;
      document.querySelectorAll('[data-aim]').forEach((cell) => cell.removeAttribute('data-aim'));
      requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - clicked)));
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['aria-label'] });
  });
  for (let count = 0; count < 20; count += 1) {
    let state = await stateOf(page, id);
    // Two entries a round: a move is on the screen before the server has it.
    while (state.ply < 2 * count || state.to_act !== 'first') state = await stateOf(page, id);
    await caughtUp(page, state.ply);
    const { path } = state.legal[count % state.legal.length]!;
    const [from, to] = [path[0]!, path.at(-1)!];
    await square(page, from).click();
    await square(page, to).evaluate((cell) => cell.setAttribute('data-aim', ''));
    await square(page, to).click();
    await page.waitForFunction(
      (all) => (globalThis as unknown as { times: number[] }).times.length >= all,
      count + 1,
    );
  }
  const times = await page.evaluate(() => (globalThis as unknown as { times: number[] }).times);
  figures.push(['Click until the move is on the screen', tell(times)]);
});

test('frames of an animation', async ({ page }) => {
  await begin(page, { game: 'salta', opponent: 'local' });
  const rates: number[] = [];
  const worst: number[] = [];
  for (const [from, to] of [
    ['a3', 'b4'],
    ['b8', 'a7'],
    ['c3', 'd4'],
    ['d8', 'c7'],
    ['e3', 'f4'],
    ['f8', 'e7'],
  ] as const) {
    await square(page, from).click();
    const film = page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const frames: number[] = [];
          const next = (now: number) => {
            const moves = document.getAnimations().some(({ effect, playState }) => {
              const target = effect instanceof KeyframeEffect ? effect.target : null;
              return playState === 'running' && target?.closest('[data-role]');
            });
            if (moves) frames.push(now);
            else if (frames.length > 0) return resolve(frames);
            requestAnimationFrame(next);
          };
          requestAnimationFrame(next);
        }),
    );
    await square(page, to).click();
    const frames = await film;
    const gaps = frames.slice(1).map((at, index) => at - frames[index]!);
    rates.push((1000 * gaps.length) / (frames.at(-1)! - frames[0]!));
    worst.push(Math.max(...gaps));
  }
  figures.push([
    'Animation on the 10×10 board',
    `${middle(rates).toFixed(0)} frames/s (median of ${rates.length}), longest frame ${ms(Math.max(...worst))}`,
  ]);
});

test.afterAll(() => {
  const [{ model } = { model: '?' }, ...rest] = cpus();
  process.stdout.write(`\n${rest.length + 1} × ${model}\n\n`);
  for (const [what, value] of figures) process.stdout.write(`| ${what} | ${value} |\n`);
});
