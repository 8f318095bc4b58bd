/** The engine in a thread of its own: one question at a time, its reports and its answer. */
import { unsaid } from '../lib/unsaid';

import { type Ask, live } from './core';
import { Crew } from './crew';
import type { Begun, Question, Told } from './engine';

const tell = (told: Told) => postMessage(told);
let core: Promise<Ask> | null = null;

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

async function begun({ module, threaded }: Begun): Promise<Ask> {
  try {
    if (threaded) return await live(threaded.module, host, new Crew(threaded.helpers));
  } catch {
    // Too little memory, say: one thread does it too.
  }
  return live(module, host);
}

onmessage = async ({ data }: MessageEvent<{ begin?: Begun; question?: Question }>) => {
  if (data.begin) core = begun(data.begin);
  if (!data.question || !core) return;
  try {
    const ask = await core;
    kept = null;
    const answer = ask(data.question);
    flush();
    tell({ answer });
  } catch (error) {
    tell({ failure: String(error) });
  }
};
