import type { GameEvent, Piece, Spot, Square, Tray, View } from '../lib/wire';

import { beside } from './beside';
import { geometry, isSquare, UNIT } from './geometry';

/**
 * What is seen of an action before the server has said what it does: a piece goes the action's
 * way. No rule is applied; what else comes of it (captures, promotions) comes with the answer.
 */
export interface Guess {
  view: View;
  events: GameEvent[];
}

/** Null where the view doesn't tell what would come of it: where the square is already taken. */
export function guess(view: View, path: Spot[]): Guess | null {
  const [from, to] = [path[0], path.at(-1)];
  if (from === undefined || to === undefined) return null;
  const piece = view.pieces.find(([square]) => square === from)?.[1];
  if (!piece) return put(view, path.length === 1 ? 'hand' : from, to);
  if (path.length === 1 || piece.side !== view.side) return null;
  if (piece.kind === 'holder') return thrown(view, piece, from, to);
  const others = view.pieces.filter(([square]) => square !== from);
  if (others.some(([square]) => square === to)) return null;

  const events = path.slice(1).map((next, index) => {
    const last = path[index]!;
    return isSquare(next)
      ? hop(view, others, piece, last, next)
      : ({ event: 'left-board', piece, from: last } as const);
  });
  if (!isSquare(to)) return { view: changed(view, others, counted(view.trays, to, piece, 1)), events };
  const pieces = view.pieces.map((one): [Square, Piece] => (one[0] === from ? [to, piece] : one));
  const goals = view.goals.map(([at, goal]): [Square, Square] => [at === from ? to : at, goal]);
  return { view: { ...changed(view, pieces, view.trays), goals }, events };
}

/** A holder gives the ball and stays. */
function thrown(view: View, { side }: Piece, from: Square, to: Spot): Guess | null {
  const taker = view.pieces.find(([square]) => square === to)?.[1];
  if (taker?.kind !== 'runner' || taker.side !== side) return null;
  const pieces = view.pieces.map(([square, piece]): [Square, Piece] => {
    if (square === from) return [square, { ...piece, kind: 'runner' }];
    return [square, square === to ? { ...piece, kind: 'holder' } : piece];
  });
  return { view: changed(view, pieces, view.trays), events: [{ event: 'ball-passed', side, from, to }] };
}

/** A piece from beside the board. */
function put(view: View, source: Spot, square: Spot): Guess | null {
  const tray = view.trays.find(({ kind }) => kind === source);
  const left = tray?.counts[view.side === 'first' ? 0 : 1] ?? 0;
  const taken = view.pieces.some(([at]) => at === square);
  if (left === 0 || taken || !isSquare(square)) return null;
  const piece = beside(view.game, view.side);
  const events: GameEvent[] = [{ event: source === 'hand' ? 'placed' : 'dropped', piece, square }];
  const trays = counted(view.trays, source, piece, -1);
  return { view: changed(view, [...view.pieces, [square, piece]], trays), events };
}

/** What must be done next is not known any more. */
function changed(view: View, pieces: [Square, Piece][], trays: Tray[]): View {
  return { ...view, pieces, trays, marks: [] };
}

function counted(trays: Tray[], kind: Spot, { side }: Piece, more: number): Tray[] {
  return trays.map((tray) => {
    if (tray.kind !== kind) return tray;
    const [first, second] = tray.counts;
    return { ...tray, counts: side === 'first' ? [first + more, second] : [first, second + more] };
  });
}

/** A piece that passes over another one leaps. */
function hop(view: View, others: View['pieces'], piece: Piece, from: Square, to: Square): GameEvent {
  const over =
    view.shape === 'path'
      ? undefined
      : between(view, from, to).find((square) => others.some(([at]) => at === square));
  return over === undefined ? { event: 'moved', piece, from, to } : { event: 'leapt', piece, from, over, to };
}

/** The squares on the straight way from one to another; none if there is no such way. */
function between(view: View, from: Square, to: Square): Square[] {
  const board = geometry(view);
  const [a, b] = [board.cell(from), board.cell(to)];
  const [across, down] = [b.column - a.column, b.row - a.row];
  const far = Math.max(Math.abs(across), Math.abs(down));
  if (across !== 0 && down !== 0 && Math.abs(across) !== Math.abs(down)) return [];
  return Array.from({ length: Math.max(0, far - 1) }, (_, index) => {
    const column = a.column + (across / far) * (index + 1);
    const row = a.row + (down / far) * (index + 1);
    return board.at({ x: (column + 0.5) * UNIT, y: (row + 0.5) * board.tall });
  }).filter((square) => square !== null);
}
