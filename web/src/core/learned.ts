/** What the engine has learned of games: files that are fetched before the first search of a game. */
import draughts from 'draughts.weights?url';
import seega from 'seega.weights?url';

import { type Hand, named } from './core';

const FILES: Record<string, string> = { draughts, seega };

/** Hands a core what was learned of games, each once. */
export class Learned {
  readonly #tried = new Set<string>();

  /** Of the game of a rule set. Without it the engine plays too, by what it knows anyway. */
  async of(rules: string, hand: Hand): Promise<void> {
    const game = rules.replace(/\(.*/, '');
    const file = FILES[game];
    if (!file || this.#tried.has(game)) return;
    this.#tried.add(game);
    try {
      const response = await fetch(file);
      if (response.ok) hand('open', named(game, await response.arrayBuffer()));
    } catch {
      // Without a connection, before the files were kept.
    }
  }
}
