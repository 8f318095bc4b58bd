/** Drawings on the board. */
import type { AnalysisLine, Spot } from '../lib/wire';

import { isSquare } from './geometry';

import type { Shape, Tone } from './types';

/** The way of an action in arrows; a circle where it comes from beside the board or leaves it. */
export function along(path: readonly Spot[], tone: Tone): Shape[] {
  const [from, ...rest] = path.filter(isSquare);
  if (!from) return [];
  if (rest.length === 0) return [{ from, tone }];
  return rest.map((to, index) => ({ from: rest[index - 1] ?? from, to, tone }));
}

/** A line of the engine in the page, with its first turn and why it is good; behind a throw neither. */
export interface StudyLine extends AnalysisLine {
  turn?: Spot[][];
  why?: { term: string; amount: number }[];
}

/** The first turns of lines in arrows, the best one above the others. */
export function turnArrows(lines: StudyLine[]): Shape[] {
  const arrows = lines.map(({ turn = [] }, index) =>
    turn.flatMap((path) => along(path, index === 0 ? 'green' : 'blue')),
  );
  return arrows.reverse().flat();
}
