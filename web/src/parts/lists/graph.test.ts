import { describe, expect, it } from 'vitest';

import { graph } from './graph';

const change = (at_ms: number, rating: number) => ({
  game: String(at_ms),
  pool: 'seega' as const,
  at_ms,
  rating,
  deviation: 50,
});

describe('a rating graph', () => {
  it('runs in time from left to right and up with the rating', () => {
    const { points, low, high } = graph([change(30, 1480), change(10, 1500), change(20, 1550)], 100, 50);
    expect(points.map(({ change }) => change.at_ms)).toEqual([10, 20, 30]);
    expect(points.map(({ x }) => x)).toEqual([0, 50, 100]);
    expect([low, high]).toEqual([1480, 1550]);
    expect(points[1]!.y).toBeLessThan(points[0]!.y);
    expect(points[0]!.y).toBeLessThan(points[2]!.y);
  });

  it('keeps everything within the picture', () => {
    const many = Array.from({ length: 40 }, (_, i) => change(i, 1500 + 300 * Math.sin(i)));
    const { points, lines } = graph(many, 300, 120);
    for (const { x, y, high, low } of points) {
      for (const one of [y, high, low]) expect(one >= 0 && one <= 120).toBe(true);
      expect(x >= 0 && x <= 300).toBe(true);
      expect(high <= y && y <= low).toBe(true);
    }
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.length).toBeLessThan(10);
  });

  it('spreads games of one moment', () => {
    const { points } = graph([change(5, 1500), change(5, 1510), change(5, 1520)], 100, 50);
    expect(points.map(({ x }) => x)).toEqual([0, 50, 100]);
    expect(graph([change(5, 1500)], 100, 50).points[0]!.x).toBe(50);
  });
});
