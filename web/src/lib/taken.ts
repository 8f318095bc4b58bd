import type { View } from './wire';

/** What a side has: on the board, and beside it. Home and distance count no pieces. */
function owned({ pieces, trays }: View): [number, number] {
  const count: [number, number] = [0, 0];
  for (const [, { side }] of pieces) count[side === 'first' ? 0 : 1] += 1;
  for (const { kind, counts } of trays) {
    if (kind !== 'hand' && kind !== 'reserve' && kind !== 'off') continue;
    count[0] += counts[0];
    count[1] += counts[1];
  }
  return count;
}

/** How many pieces each side has taken since `start`: what the other one has no longer. */
export function taken(start: View, now: View): [number, number] {
  const [before, after] = [owned(start), owned(now)];
  return [Math.max(0, before[1] - after[1]), Math.max(0, before[0] - after[0])];
}
