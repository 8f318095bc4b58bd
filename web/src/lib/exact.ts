/**
 * What exact tables know of positions: those that the browser keeps, else the server's; each position
 * is asked about once.
 */
import { fetchTables, lookUp } from '../core/tables';

import { api } from './api';
import type { Probe } from './wire';

/** Rule sets of which the server has tables, as `game` (options are the server's matter). */
let games: Promise<Set<string>> | null = null;
const answers = new Map<string, Promise<Probe | null>>();

/** Answers that are kept. */
const MOST_KEPT = 500;

const gameOf = (rules: string) => rules.replace(/\(.*/, '');

async function withTables(): Promise<Set<string>> {
  const { tables } = await api.tables();
  return new Set(tables.map(({ rules }) => gameOf(rules)));
}

async function find(rules: string, position: string): Promise<Probe | null> {
  const game = gameOf(rules);
  const own = await lookUp(game, rules, position).catch(() => null);
  if (own?.exact) return own;
  games ??= withTables();
  games.catch(() => (games = null));
  if (!(await games).has(game)) return null;
  const probe = await api.probe(rules, position);
  // Who looks at one such position looks at others.
  if (probe.exact) void fetchTables(game);
  return probe;
}

/** The exact value of a position and of its actions; null where there are no tables of the game. */
export async function exactOf(rules: string, position: string): Promise<Probe | null> {
  const key = `${rules} ${position}`;
  let answer = answers.get(key);
  if (!answer) {
    answer = find(rules, position);
    answer.catch(() => answers.delete(key));
    answers.set(key, answer);
    if (answers.size > MOST_KEPT) answers.delete(answers.keys().next().value ?? '');
  }
  return answer;
}
