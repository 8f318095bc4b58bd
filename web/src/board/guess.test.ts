import { describe, expect, it } from 'vitest';

import type { GameEvent, Piece, Spot, Square, View } from '../lib/wire';

import { guess } from './guess';
import played from './played.fixture.json';
import { pieces, SHAPES, type Played } from './played.fixture';

function view(
  game: string,
  standing: [Square, Piece][],
  side: Piece['side'],
  trays: View['trays'] = [],
): View {
  return {
    ...SHAPES[game]!,
    game: game as View['game'],
    pieces: standing,
    trays,
    marks: [],
    goals: [],
    side,
    thrown: null,
    left: null,
  };
}

/** The spots of an action's text, as the server gives them. */
function path(action: string): Spot[] {
  const spots = action.match(/^@|[a-j]\d+|\d+|off/g) ?? [];
  return spots.map((spot) => (spot === '@' ? 'reserve' : spot));
}

const ACTIONS = Object.entries(played).flatMap(([game, actions]) =>
  (actions as Played[]).filter(({ action }) => !/^t\d|^pass/.test(action)).map((one) => ({ game, ...one })),
);

describe('a guess', () => {
  it.each(ACTIONS)(
    'of $game $action is what happens, as far as it goes',
    ({ game, action, before, events, after }) => {
      const mover = (events[0] as Extract<GameEvent, { piece: Piece }>).piece;
      const way = path(action);
      const tray = {
        kind: way[0] === 'reserve' ? 'reserve' : way.includes('off') ? 'off' : 'hand',
        counts: [3, 3],
      } as const;
      const trays = [{ ...tray, counts: [...tray.counts] as [number, number] }];
      const side = mover?.side ?? 'first';
      const made = guess(view(game, pieces(before), side, trays), way);
      // Pieces that change their places: the answer is awaited.
      if (events.some(({ event }) => event === 'changed-places')) {
        expect(made).toBeNull();
        return;
      }
      expect(events.slice(0, made!.events.length)).toMatchObject(made!.events);
      // It stands where the rules say that it stands, promoted or not.
      const [first, last] = [way[0]!, way.at(-1)!];
      const stands = (all: [Square, Piece][], at: Square) => all.find(([square]) => square === at)?.[1].side;
      for (const at of [first, last]) expect(stands(made!.view.pieces, at)).toBe(stands(pieces(after), at));
      const moved = tray.kind === 'off' ? 1 : way[0] === 'reserve' || way.length === 1 ? -1 : 0;
      expect(made!.view.trays[0]!.counts[side === 'first' ? 0 : 1]).toBe(3 + moved);
    },
  );

  it('of a throw gives the ball to the other one', () => {
    const [holder, runner]: Piece[] = [
      { side: 'first', kind: 'holder' },
      { side: 'first', kind: 'runner' },
    ];
    const made = guess(
      view(
        'diaballik',
        [
          ['d1', holder!],
          ['d4', runner!],
        ],
        'first',
      ),
      ['d1', 'd4'],
    );
    expect(made?.view.pieces).toEqual([
      ['d1', runner],
      ['d4', holder],
    ]);
  });

  const stone: Piece = { side: 'first', kind: 'stone' };

  it('is none of a piece of the other side, of an empty tray, or without a way', () => {
    const board = view('seega', [['c3', { ...stone, side: 'second' }]], 'first', [
      { kind: 'hand', counts: [0, 2] },
    ]);
    for (const way of [['c3', 'c4'], ['a1'], ['c3'], []]) expect(guess(board, way)).toBeNull();
  });

  it('takes the goal along and lets go of what had to move', () => {
    const star: Piece = { side: 'first', kind: 'star', number: 1 };
    const board = {
      ...view('salta', [['a1', star]], 'first'),
      goals: [['a1', 'a7']] as [Square, Square][],
      marks: ['a1'],
    };
    expect(guess(board, ['a1', 'b2'])?.view).toMatchObject({
      goals: [['b2', 'a7']],
      marks: [],
      pieces: [['b2', star]],
    });
  });
});
