/**
 * The engine, in a worker: it never blocks the page. A new question ends the one before at once, by
 * ending its worker, for a search cannot be spoken to.
 */
import { settings } from '../lib/settings.svelte';

import { compiled, compiledThreaded } from './load';
import type { At } from './rules.svelte';

export type Question =
  | ({ ask: 'study'; lines: number; time: number } & At)
  | ({ ask: 'turn'; level: number; seed: number } & At)
  | ({ ask: 'review' } & At)
  | ({ ask: 'proven' } & At)
  | { ask: 'hash'; mebibytes: number };

/** What the engine's worker begins with. */
export interface Begun {
  module: WebAssembly.Module;
  /** The core for several threads, and how many helpers it gets. */
  threaded: { module: WebAssembly.Module; helpers: number } | null;
}

/** The most threads that a search can have here: memory is shared only by pages that are isolated. */
export const mostThreads = (): number =>
  THREADS && globalThis.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency, 8) : 1;

/** The threads of a search. */
const threads = (): number => Math.min(settings.threads, mostThreads());

export type Told = { report: unknown } | { answer: unknown } | { failure: string };

/** Between two reports. */
const CALM_MS = 80;

export class Engine {
  #worker: Worker | null = null;
  #hash = 0;
  #threads = 1;
  /** The question that is being answered. */
  #asked = 0;
  #busy = false;

  /** Asks; what was asked before is given up, and its promise stays open. */
  async ask<T>(question: Question, report: (report: unknown) => void = () => {}): Promise<T> {
    this.stop();
    const asked = this.#asked;
    const worker = await this.#ready();
    if (asked !== this.#asked) return new Promise(() => {});
    this.#busy = true;
    // The first report at once, then no more of them than an eye can follow: the page has other things to do.
    let latest: { report: unknown } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      if (!latest || asked !== this.#asked) return;
      report(latest.report);
      latest = null;
      timer = setTimeout(flush, CALM_MS);
    };
    return new Promise((answer, refuse) => {
      worker.onmessage = ({ data }: MessageEvent<Told>) => {
        if (asked !== this.#asked) return;
        if ('report' in data) {
          latest = data;
          if (timer === undefined) flush();
          return;
        }
        clearTimeout(timer);
        flush();
        clearTimeout(timer);
        this.#busy = false;
        if ('answer' in data) answer(data.answer as T);
        else refuse(new Error(data.failure));
      };
      worker.onerror = (event) => {
        this.end();
        refuse(new Error(event.message));
      };
      worker.postMessage({ question });
    });
  }

  /** Gives up what is asked, at once. */
  stop(): void {
    this.#asked += 1;
    if (this.#busy) this.#drop();
  }

  /** No more questions for now: gives the memory back. */
  end(): void {
    this.#asked += 1;
    this.#drop();
  }

  #drop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#busy = false;
  }

  async #ready(): Promise<Worker> {
    if (this.#worker && !this.stale()) return this.#worker;
    this.#drop();
    this.#worker = await this.start();
    return this.#worker;
  }

  /** Whether the worker is not the one that would be started now. */
  protected stale(): boolean {
    return this.#hash !== settings.hash || this.#threads !== threads();
  }

  /** A worker with a table of the size and with the threads that the settings name. */
  protected async start(): Promise<Worker> {
    const module = await compiled();
    const wanted = threads();
    const threaded = wanted > 1 ? await compiledThreaded().catch(() => null) : null;
    const begin: Begun = { module, threaded: threaded && { module: threaded, helpers: wanted - 1 } };
    const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
    worker.postMessage({ begin });
    this.#hash = settings.hash;
    this.#threads = wanted;
    worker.postMessage({ question: { ask: 'hash', mebibytes: this.#hash } satisfies Question });
    await new Promise((ready) => (worker.onmessage = ready));
    return worker;
  }
}
