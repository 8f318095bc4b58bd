/** What exact tables know of positions: the server's answers, each asked for once. */
import { api } from './api';
import type { Probe } from './wire';

/** Rule sets of which the server has tables, as `game` (options are the server's matter). */
let games: Promise<Set<string>> | null = null;
const answers = new Map<string, Promise<Probe>>();

/** Answers that are kept. */
const MOST_KEPT = 500;

const gameOf = (rules: string) => rules.replace(/\(.*/, '');

async function withTables(): Promise<Set<string>> {
  const { tables } = await api.tables();
  return new Set(tables.map(({ rules }) => gameOf(rules)));
}

/** The exact value of a position and of its actions; null where there are no tables of the game. */
export async function exactOf(rules: string, position: string): Promise<Probe | null> {
  games ??= withTables();
  games.catch(() => (games = null));
  if (!(await games).has(gameOf(rules))) return null;
  const key = `${rules} ${position}`;
  let answer = answers.get(key);
  if (!answer) {
    answer = api.probe(rules, position);
    answer.catch(() => answers.delete(key));
    answers.set(key, answer);
    if (answers.size > MOST_KEPT) answers.delete(answers.keys().next().value ?? '');
  }
  return answer;
}
