import { tick } from 'svelte';

import type { Legal, Piece, Spot, Square, View } from '../lib/wire';

import { beside } from './beside';
import type { Point } from './geometry';
import * as narrow from './narrow';
import type { Shape, Tone } from './types';

/** What the hand needs to know of the board, and whom it tells. */
export interface Desk {
  view: View;
  legal: Legal[];
  premove: boolean;
  premoved: Spot[];
  shapes: Shape[];
  /** Pieces are set up freely. */
  editing: boolean;
  onaction(legal: Legal): void;
  onattempt(path: Spot[]): void;
  /** Something was taken up. */
  onselect?(): void;
  onpremove(path: Spot[] | null): void;
  onedit(pieces: [Square, Piece][]): void;
  onshapes(shapes: Shape[]): void;
}

/** Where a pointer is: in the drawing's units, and over which spot. */
export interface Touch {
  point: Point;
  spot: Spot | null;
  /** Touched by a finger, which hides what it holds. */
  finger?: boolean;
  /** A piece of the palette, when positions are edited. */
  piece?: Piece;
}

export interface Modifiers {
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
}

interface Press {
  start: Point;
  spot: Spot | null;
  /** Already answered by the press itself. */
  done: boolean;
  piece: Piece | null;
}

/** A piece in the player's hand. `spot` is null if it comes from the palette. */
export interface Dragged {
  spot: Spot | null;
  piece: Piece;
  point: Point;
  over: Spot | null;
  finger: boolean;
}

/** Drawing units that a pointer may tremble before a press becomes a drag. */
const SLOP = 9;

/**
 * The player's hand: turns presses, drags and keys into selections, actions and attempts.
 * Knows nothing of the page's elements, so that it can be tried without any.
 */
export class Hand {
  selection = $state.raw<narrow.Selection | null>(null);
  dragged = $state.raw<Dragged | null>(null);
  /** Where the hand itself took the piece from, while the position is drawn to which that leads. */
  carried: Spot | null = null;
  /** The first spot of a premove. */
  planned = $state<Spot | null>(null);
  draft = $state.raw<Shape | null>(null);
  brush = $state.raw<Piece | null>(null);
  #press: Press | null = null;
  #desk: () => Desk;

  constructor(desk: () => Desk) {
    this.#desk = desk;
  }

  /** A new position is shown. */
  moved() {
    this.selection = null;
  }

  /** Other actions are legal than before. What was taken up ahead of the turn stays taken up. */
  reset() {
    const { legal, premove } = this.#desk();
    const ahead = this.planned;
    this.selection = null;
    if (premove) return;
    this.planned = null;
    if (ahead === null || legal.length === 0) return;
    const click = narrow.click(legal, null, ahead, this.takes(ahead));
    if (click.kind === 'selected') this.selection = click.selection;
  }

  piece(spot: Spot | null): Piece | null {
    const found = this.#desk().view.pieces.find(([square]) => square === spot);
    return found ? found[1] : null;
  }

  /** Whether a piece can be taken up from here: by the rules, or to ask why not. */
  takes(spot: Spot | null): boolean {
    const { view, legal, premove, editing } = this.#desk();
    if (spot === null) return false;
    const piece = this.piece(spot);
    if (editing) return piece !== null;
    if (legal.length > 0) {
      if (narrow.sources(legal).has(spot)) return piece !== null || spot === 'reserve';
      return piece?.side === view.side && !narrow.isPlacing(legal);
    }
    return premove && piece !== null && piece.side !== view.side;
  }

  press(touch: Touch) {
    const desk = this.#desk();
    if (desk.shapes.length > 0) desk.onshapes([]);
    const { spot } = touch;
    if (touch.piece) {
      this.brush = touch.piece;
      this.#press = { start: touch.point, spot: null, done: true, piece: touch.piece };
      return;
    }
    const held = this.takes(spot);
    const piece = held ? (this.piece(spot) ?? beside(desk.view.game, desk.view.side)) : null;
    this.#press = { start: touch.point, spot, done: false, piece };
    if (!held || spot === null || desk.editing || desk.legal.length === 0) return;
    // A piece answers the press at once, unless this press means a target or lets go.
    const selected = this.selection;
    if (selected && (selected.path.includes(spot) || narrow.targets(selected).has(spot))) return;
    this.#take(narrow.click(desk.legal, null, spot, true));
    this.#press.done = true;
  }

  move(touch: Touch) {
    const press = this.#press;
    if (!press) return;
    if (this.dragged) {
      this.dragged = { ...this.dragged, point: touch.point, over: touch.spot };
      return;
    }
    const far = Math.hypot(touch.point.x - press.start.x, touch.point.y - press.start.y);
    if (!press.piece || far < SLOP) return;
    const desk = this.#desk();
    if (press.spot !== null && !desk.editing && desk.legal.length > 0) {
      if (this.selection?.path.at(-1) !== press.spot) {
        this.#take(narrow.click(desk.legal, null, press.spot, true));
      }
    }
    const { point, spot: over, finger = false } = touch;
    this.dragged = { spot: press.spot, piece: press.piece, point, over, finger };
  }

  release(touch: Touch) {
    const press = this.#press;
    const dragged = this.dragged;
    this.#press = null;
    this.dragged = null;
    if (!press) return;
    const desk = this.#desk();
    if (desk.editing) return this.#edit(press, dragged, touch.spot);
    if (dragged && dragged.spot !== null) return this.#letGo(dragged.spot, touch.spot);
    // Who slides off before letting go has thought better of it.
    if (!press.done && touch.spot === press.spot) this.choose(touch.spot);
  }

  /** The page took the pointer, for scrolling. */
  cancel() {
    this.#press = null;
    this.dragged = null;
    this.draft = null;
  }

  /** A click, or Enter on a square. */
  choose(spot: Spot | null) {
    if (this.#desk().editing) {
      if (spot) this.#paint(spot);
    } else {
      this.#click(spot);
    }
  }

  #click(spot: Spot | null) {
    const desk = this.#desk();
    if (desk.legal.length > 0) {
      if (spot === null) this.selection = null;
      else this.#take(narrow.click(desk.legal, this.selection, spot, this.takes(spot)));
    } else if (desk.premove) {
      this.#plan(spot);
    }
  }

  escape() {
    const desk = this.#desk();
    this.selection = null;
    this.brush = null;
    this.cancel();
    if (this.planned || desk.premoved.length > 0) {
      this.planned = null;
      desk.onpremove(null);
    }
  }

  // ---- arrows and circles ----

  draw(spot: Spot | null, modifiers: Modifiers) {
    if (spot) this.draft = { from: spot, tone: tone(modifiers) };
  }

  drawTo(spot: Spot | null) {
    if (!this.draft) return;
    const { from, tone } = this.draft;
    this.draft = spot === null || spot === from ? { from, tone } : { from, to: spot, tone };
  }

  drawn() {
    const { draft } = this;
    this.draft = null;
    if (!draft) return;
    const { shapes, onshapes } = this.#desk();
    const same = (shape: Shape) => shape.from === draft.from && shape.to === draft.to;
    const old = shapes.find(same);
    const others = shapes.filter((shape) => !same(shape));
    // Drawn again it goes away; in another tone it changes.
    onshapes(old?.tone === draft.tone ? others : [...others, draft]);
  }

  // ---- what comes of it ----

  #take(click: narrow.Click, carried: Spot | null = null) {
    const desk = this.#desk();
    this.selection = click.kind === 'selected' ? click.selection : null;
    if (click.kind === 'played') {
      this.carried = carried;
      desk.onaction(click.legal);
      void tick().then(() => (this.carried = null));
    }
    if (click.kind === 'selected') desk.onselect?.();
    if (click.kind === 'attempted') desk.onattempt(click.path);
  }

  #letGo(from: Spot, to: Spot | null) {
    const desk = this.#desk();
    // Let go where it was, or beside the board: it stays selected for a click.
    if (to === null || to === from) {
      this.planned = null;
    } else if (desk.legal.length > 0) {
      this.#take(narrow.drag(desk.legal, this.selection, from, to), from);
    } else {
      if (desk.premove) desk.onpremove([from, to]);
      this.planned = null;
    }
  }

  #plan(spot: Spot | null) {
    const desk = this.#desk();
    if (this.planned !== null && spot !== null && spot !== this.planned) {
      desk.onpremove([this.planned, spot]);
      this.planned = null;
    } else if (spot !== null && spot !== this.planned && this.takes(spot)) {
      this.planned = spot;
      if (desk.premoved.length > 0) desk.onpremove(null);
    } else {
      this.planned = null;
      if (desk.premoved.length > 0) desk.onpremove(null);
    }
  }

  #edit(press: Press, dragged: Dragged | null, to: Spot | null) {
    if (!dragged) {
      if (!press.done && to !== null && to === press.spot) this.#paint(to);
      return;
    }
    const { view, onedit } = this.#desk();
    const kept = view.pieces.filter(([square]) => square !== dragged.spot && square !== to);
    onedit(to === null ? kept : [...kept, [to, dragged.piece]]);
  }

  #paint(spot: Spot) {
    const { view, onedit } = this.#desk();
    const there = this.piece(spot);
    const { brush } = this;
    const kept = view.pieces.filter(([square]) => square !== spot);
    const again =
      there?.side === brush?.side && there?.kind === brush?.kind && there?.number === brush?.number;
    if (brush && !again) onedit([...kept, [spot, brush]]);
    else if (there) onedit(kept);
  }
}

function tone({ shiftKey, ctrlKey, altKey }: Modifiers): Tone {
  if (altKey) return shiftKey || ctrlKey ? 'yellow' : 'blue';
  return shiftKey || ctrlKey ? 'red' : 'green';
}
