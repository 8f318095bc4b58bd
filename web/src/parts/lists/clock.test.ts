import { describe, expect, it } from 'vitest';

import { left, leftText } from './clock';

const clock = { left_ms: [60_000, 30_000] as [number, number], running: 'first' as const, now_ms: 1000 };

describe('a clock in a list', () => {
  it('runs for the one who acts only, and not below nothing', () => {
    expect(left(clock, 0, 11_000)).toBe(50_000);
    expect(left(clock, 1, 11_000)).toBe(30_000);
    expect(left(clock, 0, 999_000)).toBe(0);
    expect(left(clock, 0, 0)).toBe(60_000);
    expect(left({ ...clock, left_ms: null }, 0, 11_000)).toBe(null);
  });

  it('is written in minutes or hours', () => {
    expect(leftText(65_900)).toBe('01:05');
    expect(leftText(3_725_000)).toBe('1:02:05');
    expect(leftText(0)).toBe('00:00');
  });
});
