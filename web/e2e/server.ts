/** The real server for the tests: one a worker, on a free port, with a folder of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { expect, test as base } from '@playwright/test';

export const BINARY = process.env['IGROTEKA'] ?? join(import.meta.dirname, '../../target/debug/igroteka');

export class Server {
  address = '';
  /** What panics have said: no test passes with one. */
  readonly panics: string[] = [];
  /** What a test sets besides. */
  readonly environment: Record<string, string> = {};
  readonly #flags: string[];
  #child: ChildProcess | null = null;
  #data = mkdtempSync(join(tmpdir(), 'igroteka-e2e-'));

  constructor(...flags: string[]) {
    this.#flags = flags;
  }

  /** The code of a new invitation. */
  invite(): string {
    const made = spawnSync(BINARY, ['serve', '--invite', '--data', this.#data], { encoding: 'utf8' });
    return made.stdout.trim();
  }

  /** Makes an account an admin, as an operator does. */
  admin(name: string): void {
    spawnSync(BINARY, ['admin', 'grant', name, '--role', 'admin', '--data', this.#data]);
  }

  /** Starts the server; after a stop, on the same port and the same data. */
  async start(): Promise<void> {
    const bind = this.address ? new URL(this.address).host : '127.0.0.1:0';
    const child = spawn(BINARY, ['serve', '--bind', bind, '--data', this.#data, ...this.#flags], {
      env: { ...process.env, IGROTEKA_UNLIMITED: '1', LANG: 'C.UTF-8', ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.stderr!.on('data', (data: Buffer) => {
      process.stderr.write(data);
      if (String(data).includes('panicked at')) this.panics.push(String(data));
    });
    for await (const line of createInterface({ input: child.stdout! })) {
      const found = /http:\/\/[\d.]+:\d+/.exec(line);
      if (found) {
        this.address = found[0];
        return;
      }
    }
    throw new Error('the server did not start');
  }

  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  forget(): void {
    rmSync(this.#data, { recursive: true, force: true });
  }
}

export const test = base.extend<{ baseURL: string; sound: void }, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = new Server();
      await server.start();
      await use(server);
      await server.stop();
      server.forget();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.address),
  // Whatever a test looks at: the server has not panicked, no page lacks a text or threw.
  sound: [
    async ({ server, context }, use) => {
      const problems: string[] = [];
      context.on('console', (message) => {
        if (message.text().startsWith('No text for')) problems.push(message.text());
      });
      context.on('weberror', (error) => problems.push(String(error.error())));
      await use();
      expect([...problems, ...server.panics.splice(0)]).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
