/** The engine in a thread of its own: one question at a time, its reports and its answer. */
import { unsaid } from '../lib/unsaid';

import { type Ask, live } from './core';
import type { Question, Told } from './engine';

const tell = (told: Told) => postMessage(told);
let core: Promise<Ask> | null = null;

onmessage = async ({ data }: MessageEvent<{ module?: WebAssembly.Module; question?: Question }>) => {
  if (data.module) core = live(data.module, { message: unsaid, report: (report) => tell({ report }) });
  if (!data.question || !core) return;
  try {
    tell({ answer: (await core)(data.question) });
  } catch (error) {
    tell({ failure: String(error) });
  }
};
