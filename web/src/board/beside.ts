import type { Piece, Side, View } from '../lib/wire';

/** The look of a side's pieces that lie beside the board. */
export function beside(game: View['game'], side: Side): Piece {
  switch (game) {
    case 'draughts':
      return { side, kind: 'man' };
    case 'senet':
      return { side, kind: side === 'first' ? 'cone' : 'spool' };
    default:
      return { side, kind: 'stone' };
  }
}
