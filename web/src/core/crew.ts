/**
 * The helpers of a core with shared memory: workers that have the same memory, each with a stack and
 * thread-local variables of its own, and that wait for tasks of a search.
 */
import type { Exports } from './core';

/** What a core with shared memory has besides. */
export interface SharedExports extends Exports {
  __stack_pointer: WebAssembly.Global;
  __tls_size: WebAssembly.Global;
  __tls_align: WebAssembly.Global;
  __wasm_init_tls(address: number): void;
  help(task: number): void;
}

/** What a helper begins with. */
export interface Berth {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** The end of its stack, which grows downwards. */
  stack: number;
  /** Its thread-local variables. */
  local: number;
}

/** A stack as large as the first thread's. */
const STACK = 1 << 20;
/** As the core declares its memory (tools/wasm-cargo), in pages of 64 kB. */
const INITIAL = 128;
const MAXIMUM = 16384;

export class Crew {
  readonly memory = new WebAssembly.Memory({ initial: INITIAL, maximum: MAXIMUM, shared: true });
  readonly #count: number;
  #helpers: Worker[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  /** What the core imports for them. */
  readonly page = {
    helpers: () => this.#helpers.length,
    assign: (number: number, task: number) => this.#helpers[number - 1]!.postMessage({ task }),
  };

  /** Begins the helpers; they end with the worker that begins them. */
  async begin(module: WebAssembly.Module, exports: Exports): Promise<void> {
    const core = exports as SharedExports;
    const one = (): Promise<Worker> => {
      const align = core.__tls_align.value as number;
      const room = core.allocate((core.__tls_size.value as number) + align);
      const local = Math.ceil(room / align) * align;
      const stack = (core.allocate(STACK) + STACK) & ~15;
      const worker = new Worker(new URL('./helper.worker.ts', import.meta.url), { type: 'module' });
      worker.postMessage({ berth: { module, memory: this.memory, stack, local } satisfies Berth });
      return new Promise((ready, refuse) => {
        worker.onmessage = () => ready(worker);
        worker.onerror = (event) => refuse(new Error(event.message));
      });
    };
    this.#helpers = await Promise.all(Array.from({ length: this.#count }, one));
  }
}
