import type { Spot, Square, View } from '../lib/wire';

/** One file of a board, in the units of the drawing. */
export const UNIT = 100;

/** From the centre of the path's last square to the gate beyond it. */
const EXIT = UNIT * 0.68;

/** Height of a path's square, lying and upright: a house keeps its sign in sight. */
const TALL = { lying: UNIT * 1.22, upright: UNIT * 0.96 };

/** How far an unused square yields to the used ones around it: a finger is wider than a mouse. */
const YIELD = 0.22;

/** The parts of a view that say where a square is. */
export type Shaped = Pick<View, 'shape' | 'files' | 'ranks'>;

export interface Point {
  x: number;
  y: number;
}

/**
 * Where the squares of a board are drawn. The origin is the upper left corner of the squares;
 * a frame around them lies at negative coordinates and is the drawing's own affair.
 */
export interface Geometry {
  files: number;
  ranks: number;
  /** Height of a square. */
  tall: number;
  width: number;
  height: number;
  /** The squares in use, as they are read: rows from above, each from the left. */
  rows: Square[][];
  /** The centre of a square. */
  centre(square: Square): Point;
  /** Column and row, from the upper left, from 0. */
  cell(square: Square): { column: number; row: number };
  /** Whether a square is one of those that are played on. */
  used(square: Square): boolean;
  /** The square at a point, or null: an unused one too, for a player may try to go there. */
  at(point: Point): Square | null;
  /** Whether the lanes of a path are columns: it begins at the upper left and goes down. */
  upright: boolean;
  /** Where a piece goes that leaves the board over its end (Senet's path). */
  exit: Point | null;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

function name(shaped: Shaped, column: number, row: number, upright: boolean): Square {
  if (shaped.shape === 'path') {
    const [lane, place] = upright ? [column, row] : [row, column];
    // The path runs in a snake: every other lane is read backwards.
    const along = lane % 2 === 0 ? place : shaped.files - 1 - place;
    return String(lane * shaped.files + along + 1);
  }
  return `${LETTERS[column]}${shaped.ranks - row}`;
}

/** `standing`: a path stands upright, where a phone is too narrow for its length. */
export function geometry(shaped: Shaped, flipped = false, standing = false): Geometry {
  const { shape } = shaped;
  const upright = standing && shape === 'path';
  const [files, ranks] = upright ? [shaped.ranks, shaped.files] : [shaped.files, shaped.ranks];
  const tall = shape !== 'path' ? UNIT : upright ? TALL.upright : TALL.lying;
  const cells = new Map<Square, { column: number; row: number }>();
  const names: Square[][] = [];
  for (let row = 0; row < ranks; row++) {
    const line: Square[] = [];
    for (let column = 0; column < files; column++) {
      const square = flipped
        ? name(shaped, files - 1 - column, ranks - 1 - row, upright)
        : name(shaped, column, row, upright);
      cells.set(square, { column, row });
      line.push(square);
    }
    names.push(line);
  }
  const cell = (square: Square) => cells.get(square) ?? { column: 0, row: 0 };
  // Of a board of dark squares the lower left one is used, whichever way it is turned.
  const isUsed = ({ column, row }: { column: number; row: number }) =>
    shape !== 'dark' || (column + ranks - 1 - row) % 2 === 0;
  const centre = (square: Square): Point => {
    const { column, row } = cell(square);
    return { x: (column + 0.5) * UNIT, y: (row + 0.5) * tall };
  };
  const end = centre(String(files * ranks));
  const beyond = flipped ? -EXIT : EXIT;
  const exit = upright ? { x: end.x, y: end.y + beyond } : { x: end.x + beyond, y: end.y };
  return {
    files,
    ranks,
    tall,
    width: files * UNIT,
    height: ranks * tall,
    rows: names.map((line) => line.filter((square) => isUsed(cell(square)))),
    centre,
    cell,
    used: (square) => isUsed(cell(square)),
    at({ x, y }) {
      const row = Math.floor(y / tall);
      const column = Math.floor(x / UNIT);
      const square = names[row]?.[column] ?? null;
      if (square === null || isUsed({ column, row })) return square;
      const across = x / UNIT - column - 0.5;
      const down = y / tall - row - 0.5;
      if (Math.max(Math.abs(across), Math.abs(down)) < 0.5 - YIELD) return square;
      const near =
        Math.abs(across) > Math.abs(down)
          ? names[row]?.[column + Math.sign(across)]
          : names[row + Math.sign(down)]?.[column];
      return near ?? square;
    },
    upright,
    exit: shape === 'path' ? exit : null,
  };
}

/** The square that an arrow key leads to from `square`; itself at the edge. */
export function neighbour(board: Geometry, square: Square, key: string): Square | null {
  const row = board.rows.findIndex((line) => line.includes(square));
  const line = board.rows[row];
  if (!line) return null;
  // On a board of dark squares the places of neighbouring rows lie a square apart: going up or
  // down keeps the place within the row, which zigzags and so never drifts.
  const place = line.indexOf(square);
  const pick = (to: Square[] | undefined, index: number) =>
    to?.[Math.max(0, Math.min(index, to.length - 1))] ?? square;
  switch (key) {
    case 'ArrowLeft':
      return pick(line, place - 1);
    case 'ArrowRight':
      return pick(line, place + 1);
    case 'ArrowUp':
      return pick(board.rows[row - 1], place);
    case 'ArrowDown':
      return pick(board.rows[row + 1], place);
    case 'Home':
      return pick(line, 0);
    case 'End':
      return pick(line, line.length - 1);
    case 'PageUp':
      return pick(board.rows[0], place);
    case 'PageDown':
      return pick(board.rows.at(-1), place);
    default:
      return null;
  }
}

/** Letters and numbers along the edges, by column and by row; none for a path. */
export function coordinates(shaped: Shaped, flipped = false): { columns: string[]; rows: string[] } {
  if (shaped.shape === 'path') return { columns: [], rows: [] };
  const columns = [...LETTERS.slice(0, shaped.files)];
  const rows = Array.from({ length: shaped.ranks }, (_, row) => String(shaped.ranks - row));
  return flipped ? { columns: columns.reverse(), rows: rows.reverse() } : { columns, rows };
}

/** Whether a spot is a square rather than a place beside the board. */
export function isSquare(spot: Spot): spot is Square {
  return spot !== 'reserve' && spot !== 'off';
}
