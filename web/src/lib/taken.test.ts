import { describe, expect, it } from 'vitest';

import { taken } from './taken';
import type { Piece, Side, Tray, View } from './wire';

/** A view with so many pieces of each side, and trays. */
function view(first: number, second: number, trays: Tray[] = []): View {
  const piece = (side: Side): Piece => ({ side, kind: 'stone' });
  const pieces: [string, Piece][] = [
    ...Array.from({ length: first }, (_, at): [string, Piece] => [`a${at}`, piece('first')]),
    ...Array.from({ length: second }, (_, at): [string, Piece] => [`b${at}`, piece('second')]),
  ];
  const still = { files: 5, ranks: 5, marks: [], goals: [], thrown: null, left: null, quiet: null } as const;
  return { game: 'seega', shape: 'full', side: 'first', ...still, marks: [], goals: [], pieces, trays };
}

describe('pieces taken', () => {
  it('are those that the other side has no longer', () => {
    expect(taken(view(12, 12), view(11, 9))).toEqual([3, 1]);
  });

  it('do not count what is in hand, in reserve or borne off', () => {
    expect(
      taken(
        view(0, 0, [{ kind: 'hand', counts: [12, 12] }]),
        view(2, 2, [{ kind: 'hand', counts: [10, 10] }]),
      ),
    ).toEqual([0, 0]);
    expect(taken(view(12, 12), view(10, 11, [{ kind: 'reserve', counts: [2, 0] }]))).toEqual([1, 0]);
    expect(taken(view(5, 5), view(4, 3, [{ kind: 'off', counts: [1, 2] }]))).toEqual([0, 0]);
  });

  it('have nothing to do with distances', () => {
    expect(
      taken(
        view(15, 15, [{ kind: 'distance', counts: [90, 90] }]),
        view(15, 15, [{ kind: 'distance', counts: [60, 70] }]),
      ),
    ).toEqual([0, 0]);
  });
});
