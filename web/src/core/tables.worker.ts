/** Exact tables in a thread of its own: takes files, and looks positions up in them. */
import program from 'tables.wasm?url';

import { unsaid } from '../lib/unsaid';
import type { Probe } from '../lib/wire';

import { border, type Hand, named, written } from './core';

export type Request = { id: number } & (
  { name: string; bytes: ArrayBuffer } | { rules: string; position: string }
);
export type Answer = { id: number } & ({ probe: Probe | null } | { failure: string });

let opened: Promise<Hand> | null = null;

async function open(): Promise<Hand> {
  const response = await fetch(program);
  if (!response.ok) throw new Error(`${program}: ${response.status}`);
  const module = await WebAssembly.compile(await response.arrayBuffer());
  return border(module, { message: unsaid, report: () => {} });
}

onmessage = async ({ data }: MessageEvent<Request>) => {
  const { id } = data;
  // What could not be fetched is tried again at the next question.
  opened ??= open().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  try {
    const hand = await opened;
    if ('name' in data) hand('open', named(data.name, data.bytes));
    const probe = 'rules' in data ? (hand('call', written(data)) as Probe) : null;
    postMessage({ id, probe } satisfies Answer);
  } catch (error) {
    postMessage({ id, failure: String(error) } satisfies Answer);
  }
};
