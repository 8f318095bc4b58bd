/** How fast the client is, against the real server: `npm run measure`. Prints figures, judges nothing. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { begin, caughtUp, square, stateOf } from './play';
import { BINARY, test } from './server';

const figures: [string, string][] = [];
const middle = (all: number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)]!;
const ms = (value: number) => `${value.toFixed(0)} ms`;
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const tell = (all: number[]) => `median ${ms(middle(all))}, worst ${ms(Math.max(...all))} of ${all.length}`;

/**
 * What a page loads into an empty cache, compressed: JavaScript and CSS, and everything (document,
 * typeface, answers of the server) but the core, which comes after the first paint.
 */
async function weigh(page: Page, go: () => Promise<unknown>): Promise<{ code: number; all: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const kinds = new Map<string, string>();
  const bytes = { code: 0, all: 0 };
  session.on('Network.responseReceived', ({ requestId, response }) => {
    kinds.set(requestId, response.mimeType);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? '';
    if (/javascript|css/.test(kind)) bytes.code += encodedDataLength;
    if (!/wasm/.test(kind)) bytes.all += encodedDataLength;
  });
  await go();
  await page.waitForLoadState('networkidle');
  await session.detach();
  return bytes;
}

test('first load', async ({ page }) => {
  const { code, all } = await weigh(page, () => page.goto('/'));
  figures.push(['First load, compressed JavaScript and CSS', kB(code)]);
  figures.push(['First load, everything but the core', kB(all)]);
});

test('a game page', async ({ page, browser, baseURL }) => {
  const id = await begin(page, { game: 'salta', opponent: 'local' });
  const storageState = await page.context().storageState();
  const times: number[] = [];
  let bytes = { code: 0, all: 0 };
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
  figures.push(['Game page, compressed JavaScript and CSS', kB(bytes.code)]);
  // The first one was weighed, not timed.
  figures.push(['Game page (10×10) until a piece can be taken up, empty cache', tell(times.slice(1))]);
});

for (const delay of [0, 300]) {
  test(`from the click to the move, ${delay} ms of network delay`, async ({ page }) => {
    await page.routeWebSocket(/\/api\/live/, (route) => {
      const server = route.connectToServer();
      route.onMessage((message) => void setTimeout(() => server.send(message), delay));
    });
    const id = await begin(page, { game: 'salta', opponent: 'engine', level: 1, side: 'first' });
    await page.evaluate(() => {
      const times: number[] = [];
      let clicked = 0;
      Object.assign(globalThis, { times });
      addEventListener('pointerdown', (event) => (clicked = event.timeStamp), true);
      // The square that was clicked has got its piece; its drawing is in the next frame. A message sent
      // while that frame is made arrives when it is done, before timers: those do what can wait.
      const drawn = new MessageChannel();
      drawn.port1.onmessage = () => times.push(performance.now() - clicked);
      new MutationObserver((changes) => {
        const shown = changes.some(({ target }) => {
          const cell = target as HTMLElement;
          return cell.dataset['aim'] !== undefined && !cell.ariaLabel?.endsWith('empty');
        });
        if (!shown) return;
        document.querySelectorAll('[data-aim]').forEach((cell) => cell.removeAttribute('data-aim'));
        requestAnimationFrame(() => drawn.port2.postMessage(null));
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
    figures.push([`Click until the move is on the screen, ${delay} ms of network delay`, tell(times)]);
  });
}

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

/** The program whose speed the core's is compared with: a release build, whatever serves the pages. */
const NATIVE = process.env['NATIVE'] ?? BINARY;
/** The built core. */
const assets = join(import.meta.dirname, '../dist/assets');
const core = readdirSync(assets).find((name) => /^core_wasm.*\.wasm$/.test(name))!;

test('the core', async ({ page }) => {
  test.setTimeout(600_000);
  figures.push(['The core with Brotli', kB(statSync(join(assets, `${core}.br`)).size)]);
  // The native program and the browser by turns, on the same positions to the same depth.
  const bench = readFileSync(join(import.meta.dirname, '../../crates/cli/src/bench.txt'), 'utf8');
  const positions = bench
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split('|').map((field) => field.trim()))
    .map(([game, rules, ...rest]) => ({
      game: game!,
      rules: rules === '-' ? '' : rules!,
      depth: Number(rest[0]),
      position: rest.at(-1)!,
    }));
  await page.goto('/');
  const browser = await page.evaluate(
    async ({ core, positions }) => {
      const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
      const imports = { now: () => performance.now(), report: () => {}, message: () => 0n, failed: () => {} };
      const { instance } = await WebAssembly.instantiateStreaming(fetch(`/assets/${core}`), {
        page: imports,
      });
      const it = instance.exports as Record<string, CallableFunction> & { memory: WebAssembly.Memory };
      it['begin']!();
      const ask = (request: object) => {
        const bytes = encoder.encode(JSON.stringify(request));
        const at = it['allocate']!(bytes.length) as number;
        new Uint8Array(it.memory.buffer, at, bytes.length).set(bytes);
        const packed = BigInt.asUintN(64, it['call']!(at, bytes.length) as bigint);
        it['release']!(at, bytes.length);
        const [address, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
        const answer = JSON.parse(decoder.decode(new Uint8Array(it.memory.buffer, address, length))) as never;
        it['release']!(address, length);
        return answer;
      };
      // Once before: a browser compiles well only what has run for a while.
      for (const { game, rules, depth, position } of positions)
        ask({ ask: 'analyze', game, rules, position, depth });
      const sums: Record<string, { nodes: number; time: number }> = {};
      for (const { game, rules, depth, position } of positions) {
        ask({ ask: 'hash', mebibytes: 16 });
        const { nodes, time } = ask({ ask: 'analyze', game, rules, position, depth }) as {
          nodes: number;
          time: number;
        };
        const sum = (sums[game] ??= { nodes: 0, time: 0 });
        sum.nodes += nodes;
        sum.time += time;
      }
      return sums;
    },
    { core, positions },
  );
  const native = JSON.parse(execFileSync(NATIVE, ['bench', '--json'], { encoding: 'utf8' })) as Record<
    string,
    { nodes: number; nps: number }
  >;
  for (const [game, { nodes, time }] of Object.entries(browser)) {
    const [here, there] = [nodes / time, native[game]!.nps];
    const share = `${((100 * here) / there).toFixed(0)} %`;
    figures.push([
      `Positions a second, ${game}: Chromium, native`,
      `${here.toFixed(0)}, ${there} (${share})`,
    ]);
  }
});

test('the first line of an analysis', async ({ page }) => {
  const times: number[] = [];
  for (let count = 0; count < 7; count += 1) {
    await page.goto('/analysis?game=salta');
    await page.locator('.cell.movable').first().waitFor();
    times.push(
      await page.evaluate(async () => {
        const from = performance.now();
        document.querySelector<HTMLInputElement>('[role=switch]')!.click();
        while (!document.querySelector('.worth')) await new Promise(requestAnimationFrame);
        return performance.now() - from;
      }),
    );
  }
  figures.push(['First line of an analysis', tell(times)]);
});

test.afterAll(() => {
  const [{ model } = { model: '?' }, ...rest] = cpus();
  process.stdout.write(`\n${rest.length + 1} × ${model}\n\n`);
  for (const [what, value] of figures) process.stdout.write(`| ${what} | ${value} |\n`);
});
