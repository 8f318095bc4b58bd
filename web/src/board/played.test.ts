import { describe, expect, it } from 'vitest';

import type { View } from '../lib/wire';

import { animation, type PieceAnimation } from './animation';
import { geometry } from './geometry';
import played from './played.fixture.json';
import { pieces, SHAPES, type Played } from './played.fixture';
import { movement, visibility } from './run';

const list = (found: View['pieces']) =>
  found.map(([square, { side, kind, number }]) => `${square} ${side} ${kind} ${number}`).sort();

/** What the first picture of an animation shows: those who stand, and the roles where they begin. */
function opening(after: View['pieces'], { roles }: PieceAnimation): View['pieces'] {
  const moved = new Set(roles.map(({ ends }) => ends));
  const standing = after.filter(([square]) => !moved.has(square));
  const first = roles.filter(({ shown }) => shown[0] === 0);
  const balls = first.filter(({ look }) => look.kind === 'ball').map(({ at }) => at);
  const acting = first.flatMap(({ look, at }): View['pieces'] => {
    if (typeof at !== 'string' || look.kind === 'ball') return [];
    // A ball about to fly is still seen in its holder's hands.
    return [[at, balls.includes(at) ? { ...look, kind: 'holder' } : look]];
  });
  return [...standing, ...acting];
}

describe.each(Object.entries(played))('real actions of %s', (game, actions) => {
  const board = geometry(SHAPES[game]!);
  const squares = board.rows.flat();

  it.each((actions as Played[]).map((one) => [one.action, one] as const))('%s', (_, one) => {
    const before = pieces(one.before);
    const after = pieces(one.after);
    for (const [square] of [...before, ...after]) expect(squares).toContain(square);

    const made = animation({ pieces: after }, one.events);
    if (made.length > 0) expect(list(opening(after, made))).toEqual(list(before));
    else expect(list(after)).toEqual(list(before));

    for (const role of made.roles) {
      const locate = (place: unknown) =>
        typeof place === 'string' && squares.includes(place) ? board.centre(place) : { x: 0, y: 0 };
      for (const frames of [
        movement(role, made.length, locate, { x: 0, y: 0 }),
        visibility(role, made.length),
      ]) {
        const times = frames.map(({ offset }) => offset as number);
        expect(times).toEqual([...times].sort((a, b) => a - b));
        expect(times.at(0)).toBe(0);
        expect(times.at(-1)).toBe(1);
      }
    }
  });
});
