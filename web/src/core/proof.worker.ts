/** The proof in a thread of its own: what first plays to win, a question at a time. */
import program from 'proof.wasm?url';
import certificate from 'seega.proof?url';

import { unsaid } from '../lib/unsaid';

import { border, type Hand, written } from './core';
import type { Question, Told } from './engine';

const tell = (told: Told) => postMessage(told);
let opened: Promise<Hand> | null = null;

async function fetched(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

async function open(): Promise<Hand> {
  const [code, proof] = await Promise.all([program, certificate].map(fetched));
  const hand = await border(await WebAssembly.compile(code!), { message: unsaid, report: () => {} });
  hand('open', new Uint8Array(proof!));
  return hand;
}

onmessage = async ({ data }: MessageEvent<{ question: Question }>) => {
  // What could not be fetched is tried again at the next question.
  opened ??= open().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  try {
    tell({ answer: (await opened)('call', written(data.question)) });
  } catch (error) {
    tell({ failure: String(error) });
  }
};
