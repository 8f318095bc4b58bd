/** The geometry of a rating graph: points in a picture, round figures at its edge. */
import type { RatingChange } from '../../lib/wire';

export interface Graph {
  points: { x: number; y: number; high: number; low: number; change: RatingChange }[];
  lines: { y: number; value: number }[];
  low: number;
  high: number;
}

/** Steps that are easy to read, so that a picture has a few of them. */
function step(span: number): number {
  return [10, 20, 25, 50, 100, 200, 250, 500].find((one) => span / one <= 5) ?? 1000;
}

/** Places the changes in a picture of this size; time runs from left to right. */
export function graph(history: RatingChange[], width: number, height: number): Graph {
  const changes = [...history].sort((a, b) => a.at_ms - b.at_ms);
  const ratings = changes.map((change) => change.rating);
  const low = Math.min(...ratings);
  const high = Math.max(...ratings);
  const every = step(Math.max(high - low, 40));
  const bottom = Math.floor((low - every / 2) / every) * every;
  const top = Math.ceil((high + every / 2) / every) * every;
  const place = (rating: number) => {
    const inside = Math.max(bottom, Math.min(top, rating));
    return height - ((inside - bottom) / (top - bottom)) * height;
  };
  const first = changes[0]?.at_ms ?? 0;
  const span = (changes.at(-1)?.at_ms ?? 0) - first;
  const points = changes.map((change, index) => ({
    // Games of one sitting would fall together: mix the time with the order.
    x:
      changes.length < 2
        ? width / 2
        : width *
          (0.5 * (span > 0 ? (change.at_ms - first) / span : 0) + (0.5 * index) / (changes.length - 1)),
    y: place(change.rating),
    high: place(change.rating + change.deviation),
    low: place(change.rating - change.deviation),
    change,
  }));
  if (span === 0 && changes.length > 1)
    points.forEach((point, index) => (point.x = (width * index) / (changes.length - 1)));
  const lines = [];
  for (let value = bottom; value <= top; value += every) lines.push({ y: place(value), value });
  return { points, lines, low, high };
}
