/**
 * The rules in the page: what is legal, what an action does, why something is refused. Every answer
 * is there at once when the core has been loaded.
 */
import { ApiError } from '../lib/error';
import { sentence, speakOf } from '../lib/i18n.svelte';
import type { Composed, Entry, Frame, Legal, Piece, Preview, RuleSetInfo, Side, Square } from '../lib/wire';
import type { ResultOut, ToAct, View } from '../lib/wire';

import { type Ask, CoreRefusal, live } from './core';
import { compiled } from './load';

/** A place in a line of play: a rule set, where it begins, and what has been played since. */
export interface At {
  rules: string;
  position?: string;
  moves?: string[];
}

/** A game with its entries, as the server would send it. */
export interface Stand {
  rules: string;
  start: string;
  position: string;
  to_act: ToAct;
  view: View;
  legal: Legal[];
  odds: [string, number][];
  /** Whether the turn played last goes on. */
  open: boolean;
  entries: (Omit<Entry, 'at_ms'> & { turn: number; throw: boolean })[];
  result: ResultOut | null;
}

/** A game that was read from a record. */
export interface ReadGame {
  rules: string;
  start: string | null;
  entries: [move: string, mark: string, comment: string][];
  first: string | null;
  second: string | null;
  /** How many games the text has. */
  games: number;
}

let core = $state.raw<Ask | null>(null);
let failed = $state(false);
let loading: Promise<void> | null = null;

async function load(): Promise<void> {
  try {
    const [module] = await Promise.all([compiled(), speakOf('rules')]);
    core = await live(module, { message: sentence, report: () => {} });
    failed = false;
  } catch (error) {
    loading = null;
    failed = true;
    throw error;
  }
}

function ask<T>(request: { ask: string } & Record<string, unknown>): T {
  if (!core) throw new ApiError({ code: 'offline', message: '' }, 0);
  try {
    return core(request) as T;
  } catch (error) {
    throw error instanceof CoreRefusal ? new ApiError(error.refused, 0) : error;
  }
}

export const rules = {
  /** Whether questions are answered. */
  get loaded(): boolean {
    return core !== null;
  },
  /** Whether the core could not be loaded. */
  get failed(): boolean {
    return failed;
  },
  /** Loads the core; more than once does no harm. */
  ready(): Promise<void> {
    loading ??= load();
    return loading;
  },
  games: () => ask<RuleSetInfo[]>({ ask: 'games' }),
  /** What pending actions lead to; `attempt` is what a hand touched that fits no action. */
  preview: (at: At & { actions?: string[]; attempt?: string[]; turn?: boolean }) =>
    ask<Preview>({ ask: 'preview', ...at }),
  /** How a line stands after each of its moves: 200 of them, from a ply on. */
  frames: (at: At & { from?: number }) => ask<Frame[]>({ ask: 'frames', ...at }),
  stand: (at: At) => ask<Stand>({ ask: 'stand', ...at }),
  compose: (at: At & { pieces?: [Square, Piece][]; side?: Side }) => ask<Composed>({ ask: 'compose', ...at }),
  record: (at: At & { tags?: [string, string][]; notes?: [mark: string, comment: string][] }) =>
    ask<{ record: string }>({ ask: 'record', ...at }).record,
  /** The first game of a text of records. */
  read: (text: string) => ask<ReadGame>({ ask: 'read', text }),
};
