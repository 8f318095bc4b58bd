/** The engine in a thread of its own: one question at a time, its reports and its answer. */
import { unsaid } from '../lib/unsaid';

import { asking, border, type Hand } from './core';
import { Crew } from './crew';
import type { Begun, Question, Told } from './engine';
import { Learned } from './learned';

const tell = (told: Told) => postMessage(told);
const learned = new Learned();
let core: Promise<Hand> | null = null;

/** Reports that follow each other faster than this are not sent one by one: of Senet's throws there are thousands a second. */
const LEAST_MS = 10;
let told = -Infinity;
let kept: { report: unknown } | null = null;

function report(report: unknown): void {
  kept = { report };
  if (performance.now() - told >= LEAST_MS) flush();
}
function flush(): void {
  if (kept) tell(kept);
  kept = null;
  told = performance.now();
}
const host = { message: unsaid, report };

async function begun({ module, threaded }: Begun): Promise<Hand> {
  try {
    if (threaded) return await border(threaded.module, host, new Crew(threaded.helpers));
  } catch {
    // Too little memory, say: one thread does it too.
  }
  return border(module, host);
}

onmessage = async ({ data }: MessageEvent<{ begin?: Begun; question?: Question }>) => {
  if (data.begin) core = begun(data.begin);
  if (!data.question || !core) return;
  try {
    const hand = await core;
    if ('rules' in data.question) await learned.of(data.question.rules, hand);
    kept = null;
    const answer = asking(hand)(data.question);
    flush();
    tell({ answer });
  } catch (error) {
    tell({ failure: String(error) });
  }
};
