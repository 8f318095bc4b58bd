import type { GameEvent, Piece, Square, View } from '../lib/wire';

import type { Shaped } from './geometry';

/** An action of a real game with what the rules said of it; one for every course of events. */
export interface Played {
  action: string;
  before: string;
  events: GameEvent[];
  after: string;
}

export const SHAPES: Record<string, Shaped> = {
  seega: { shape: 'full', files: 5, ranks: 5 },
  salta: { shape: 'dark', files: 10, ranks: 10 },
  senet: { shape: 'path', files: 10, ranks: 3 },
  draughts: { shape: 'dark', files: 8, ranks: 8 },
  diaballik: { shape: 'full', files: 7, ranks: 7 },
};

/** Reads `before` and `after`. */
export function pieces(text: string): View['pieces'] {
  const entries = text === '' ? [] : text.split(', ');
  return entries.map((entry): [Square, Piece] => {
    const [square, side, kind, number] = entry.split(' ') as [Square, string, string, string?];
    const piece = { side, kind, ...(number ? { number: Number(number) } : {}) };
    return [square, piece as Piece];
  });
}
