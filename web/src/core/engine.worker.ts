/** The engine in a thread of its own: one question at a time, its reports and its answer. */
import { unsaid } from '../lib/unsaid';

import { type Ask, live } from './core';
import { Crew } from './crew';
import type { Begun, Question, Told } from './engine';

const tell = (told: Told) => postMessage(told);
let core: Promise<Ask> | null = null;

const host = { message: unsaid, report: (report: unknown) => tell({ report }) };

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
    tell({ answer: (await core)(data.question) });
  } catch (error) {
    tell({ failure: String(error) });
  }
};
