/**
 * The core of crates/wasm (rules, engine, words) as a page or a worker has it: questions and answers
 * are JSON texts in its memory.
 */
import type { Refused } from '../lib/wire';

import type { Crew } from './crew';

/** What the core asks of its surroundings. */
export interface Host {
  /** The sentence of a message; null if there is none. */
  message(id: string, args: Record<string, string | number>): string | null;
  /** Takes a report of a search that goes on. */
  report(report: unknown): void;
}

export interface Exports {
  memory: WebAssembly.Memory;
  begin(): void;
  allocate(length: number): number;
  release(address: number, length: number): void;
  call(address: number, length: number): bigint;
  /** Takes what a module is opened with; the core, what the engine has learned. */
  open(address: number, length: number): bigint;
}

/** A question that the rules refuse. */
export class CoreRefusal extends Error {
  constructor(readonly refused: Refused) {
    super(refused.message);
  }
}

export type Ask = (request: { ask: string }) => unknown;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Hands bytes to an export of a module, and gives its answer. */
export type Hand = (to: 'call' | 'open', bytes: Uint8Array) => unknown;

/** Brings a module to life, with a crew if it was built for one; the returned function hands it questions. */
export async function border(module: WebAssembly.Module, host: Host, crew?: Crew): Promise<Hand> {
  let failure = '';
  let core: Exports | null = null;
  let memory: WebAssembly.Memory | null = null;
  const read = (address: number, length: number) => {
    const bytes = new Uint8Array(memory!.buffer, address, length);
    // A decoder takes no shared memory.
    return decoder.decode(crew ? bytes.slice() : bytes);
  };
  const write = (bytes: Uint8Array): [number, number] => {
    const address = core!.allocate(bytes.length);
    new Uint8Array(memory!.buffer, address, bytes.length).set(bytes);
    return [address, bytes.length];
  };
  const page = {
    now: () => performance.now(),
    report: (address: number, length: number) => host.report(JSON.parse(read(address, length))),
    message(address: number, length: number): bigint {
      const { id, args } = JSON.parse(read(address, length)) as {
        id: string;
        args: Record<string, string | number>;
      };
      const sentence = host.message(id, args);
      if (sentence === null) return 0n;
      const [at, long] = write(encoder.encode(sentence));
      return (BigInt(at) << 32n) | BigInt(long);
    },
    failed: (address: number, length: number) => (failure = read(address, length)),
    ...crew?.page,
  };
  const imports: WebAssembly.Imports = { page, ...(crew && { env: { memory: crew.memory } }) };
  core = (await WebAssembly.instantiate(module, imports)).exports as unknown as Exports;
  memory = crew?.memory ?? core.memory;
  core.begin();
  await crew?.begin(module, core);
  return (to, bytes) => {
    const [address, length] = write(bytes);
    let packed: bigint;
    try {
      packed = BigInt.asUintN(64, core[to](address, length));
    } catch (error) {
      throw new Error(failure || String(error));
    }
    core.release(address, length);
    const [at, long] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
    const answer = JSON.parse(read(at, long)) as { error?: string };
    core.release(at, long);
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  };
}

/** A question as a module takes it. */
export const written = (request: object) => encoder.encode(JSON.stringify(request));

/** A file as a module takes it: behind its name. */
export function named(name: string, bytes: ArrayBuffer): Uint8Array {
  const title = encoder.encode(`${name}\n`);
  const file = new Uint8Array(title.length + bytes.byteLength);
  file.set(title);
  file.set(new Uint8Array(bytes), title.length);
  return file;
}

/** Brings the core to life; the returned function asks it. */
export async function live(module: WebAssembly.Module, host: Host, crew?: Crew): Promise<Ask> {
  return asking(await border(module, host, crew));
}

/** Asks a core that is alive. */
export const asking =
  (hand: Hand): Ask =>
  (request) => {
    const answer = hand('call', written(request)) as { refused?: Refused | null };
    // A composed position may carry a refusal beside its text; a refused question has nothing else.
    if (answer.refused && Object.keys(answer).length === 1) throw new CoreRefusal(answer.refused);
    return answer;
  };
