import type { Piece, Square } from '../lib/wire';

/** classic: the game's own material; plain: flat and quiet; contrast: distinct without colour. */
export type Skin = 'classic' | 'plain' | 'contrast';

export type Tone = 'green' | 'red' | 'blue' | 'yellow';

/** An arrow, or without `to` a circle, drawn by the player. */
export interface Shape {
  from: Square;
  to?: Square;
  tone: Tone;
}

/** The board's own words, from the catalogue by way of the page; for screen readers. */
export interface Words {
  /** Can be chosen next with what is selected. */
  target?: string;
  /** A piece that can move, a square where a piece can be put. */
  movable?: string;
  /** Must move, or is being thrown for. */
  must?: string;
  /** A tray (`hand`, `reserve`, `off`, `home`, `distance`, `taken`) of a side, with its count. */
  tray?: (kind: string, count: number, first: boolean) => string;
  /** Steps left and whether the pass is left, in this turn. */
  left?: (steps: number, pass: boolean) => string;
  /** A piece of the palette, where positions are edited. */
  piece?: (piece: Piece) => string;
}
