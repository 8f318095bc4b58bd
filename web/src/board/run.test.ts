import { describe, expect, it } from 'vitest';

import type { Role } from './animation';
import { movement, visibility } from './run';

const places: Record<string, { x: number; y: number }> = {
  a: { x: 0, y: 0 },
  b: { x: 200, y: 0 },
  c: { x: 200, y: 100 },
};
const locate = (place: unknown) => places[String(place)]!;
const role = (more: Partial<Role>): Role => ({
  look: { side: 'first', kind: 'man' },
  ends: null,
  fades: false,
  shown: [0, 2],
  at: 'a',
  legs: [],
  ...more,
});
const offsets = (frames: Keyframe[]) => frames.map(({ offset }) => offset);

describe('keyframes', () => {
  it('end where the piece is drawn, in order of time', () => {
    const frames = movement(
      role({
        ends: 'c',
        legs: [
          { start: 0, end: 1, from: 'a', to: 'b', manner: 'slide' },
          { start: 1, end: 2, from: 'b', to: 'c', manner: 'leap' },
        ],
      }),
      2,
      locate,
      places.c!,
    );
    expect(frames[0]!.transform).toBe('translate(-200.0px, -100.0px) scale(1)');
    expect(frames.at(-1)!.transform).toBe('translate(0.0px, 0.0px) scale(1)');
    expect(offsets(frames)).toEqual([...offsets(frames)].sort());
    // Over the middle of a leap it is lifted.
    const middle = frames.find(({ offset }) => offset === 0.75)!;
    expect(middle.transform).toBe('translate(0.0px, -63.0px) scale(1.12)');
  });

  it('show a drawing for its time only', () => {
    const seen = (frames: Keyframe[]) => frames.map(({ offset, opacity }) => [offset, opacity]);
    expect(seen(visibility(role({ shown: [1, 2], ends: 'a' }), 2))).toEqual([
      [0, 0],
      [0.5, 0],
      [0.5, 1],
      [1, 1],
    ]);
    expect(seen(visibility(role({ shown: [0, 1] }), 2))).toEqual([
      [0, 1],
      [0.5, 1],
      [0.5, 0],
      [1, 0],
    ]);
    const legs = [{ start: 1, end: 2, from: 'a', to: 'a', manner: 'fade' as const }];
    expect(seen(visibility(role({ fades: true, legs }), 2))).toEqual([
      [0, 1],
      [0.5, 1],
      [1, 0],
      [1, 0],
    ]);
  });
});
