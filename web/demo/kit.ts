/**
 * The parts that boards are made of, drawn by the board itself and taken apart: the server puts
 * its pictures together from them (`crates/server/assets/board`). `e2e/kit.spec.ts` writes them
 * anew, and fails where they are old.
 */
import { mount, tick, unmount } from 'svelte';

import '../src/app.css';

import Board from '../src/board/Board.svelte';
import { geometry, isSquare } from '../src/board/geometry';
import { inlined } from '../src/board/inlined';
import { HOUSES } from '../src/board/skins/houses';
import type { Piece, Square, View } from '../src/lib/wire';

interface Kit {
  defs: string;
  boards: Record<
    string,
    {
      /** Left, top, width and height, with the frame. */
      frame: number[];
      field: string;
      centres: Record<Square, [number, number]>;
      /** The sign of a square that is free, and the same where a piece stands. */
      signs: Record<Square, [string, string]>;
    }
  >;
  /** By side, kind and number; around the middle of a square. */
  pieces: Record<string, string>;
  /** What marks a piece that must act, likewise. */
  must: string;
}

/** So many pixels a board is wide: as on a desk, for a small one is drawn otherwise. */
const WIDE = 900;

/** Draws a position and hands its parts on: the board's own elements, and their copies with all styles. */
async function drawn(view: View, take: (drawing: SVGSVGElement, copy: () => SVGSVGElement) => void) {
  const target = document.createElement('div');
  target.style.width = `${WIDE}px`;
  document.body.append(target);
  const props = { view, trays: false, speed: 0, name: '', label: (square: Square) => square };
  const board = mount(Board, { target, props });
  // Twice: it is measured, and drawn to measure.
  for (let times = 0; times < 2; times += 1) {
    await tick();
    await new Promise(requestAnimationFrame);
  }
  const drawing = target.querySelector<SVGSVGElement>('svg.drawing')!;
  const prefix = drawing.querySelector('radialGradient')!.id.split('-')[0]!;
  for (const element of drawing.querySelectorAll('[id]')) element.id = element.id.replace(prefix, view.game);
  for (const element of drawing.querySelectorAll('[fill^="url"]'))
    element.setAttribute('fill', element.getAttribute('fill')!.replace(`#${prefix}-`, `#${view.game}-`));
  take(drawing, () => inlined(drawing));
  void unmount(board);
  target.remove();
}

/** What an element has in it, without what the page needs besides. */
function inner(element: Element): string {
  for (const one of element.querySelectorAll('*')) {
    for (const { name } of [...one.attributes])
      if (name === 'font-family' || name.startsWith('data-')) one.removeAttribute(name);
    if (one.tagName === 'g' && one.children.length === 0) one.remove();
  }
  return element.innerHTML.replaceAll(/<!--.*?-->/gs, '').trim();
}
const outer = (element: Element): string => {
  const around = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  around.append(element);
  return inner(around);
};

const pieceName = ({ side, kind, number }: Piece) =>
  number ? `${side}-${kind}-${number}` : `${side}-${kind}`;

/** The parts of a game's boards, out of positions that have them all. */
async function kit(views: View[]): Promise<Kit> {
  const made: Kit = { defs: '', boards: {}, pieces: {}, must: '' };
  for (const view of views) {
    const board = geometry(view);
    const squares = board.rows.flat();
    const at = `${view.files}x${view.ranks}`;
    if (!made.boards[at]) {
      const centres = squares.map((square) => [square, board.centre(square)] as const);
      made.boards[at] = {
        frame: [],
        field: '',
        centres: Object.fromEntries(centres.map(([square, { x, y }]) => [square, [x, y]])),
        signs: {},
      };
      const { signs } = made.boards[at];
      const signed = view.shape === 'path' ? squares.filter((square) => square in HOUSES) : [];
      const own = (drawing: Element) => {
        const all = [...drawing.querySelectorAll('.house-sign')];
        return signed.map(
          (square) => [square, all.findIndex((sign) => sign.getAttribute('d') === HOUSES[square])] as const,
        );
      };
      await drawn({ ...view, pieces: [], marks: [] }, (drawing, copy) => {
        const { x, y, width, height } = drawing.viewBox.baseVal;
        made.boards[at]!.frame = [x, y, width, height];
        const places = own(drawing);
        for (const sign of drawing.querySelectorAll('.house-sign')) sign.setAttribute('data-sign', '');
        const bare = copy();
        const all = [...bare.querySelectorAll('[data-sign]')];
        for (const [square, index] of places) signs[square] = [outer(all[index]!), ''];
        const defs = bare.querySelector('defs')!;
        defs.remove();
        made.defs = inner(defs);
        made.boards[at]!.field = inner(bare);
      });
      const piece = view.pieces[0]![1];
      const pieces = signed.map((square): [Square, Piece] => [square, piece]);
      await drawn({ ...view, pieces, marks: [] }, (drawing, copy) => {
        const places = own(drawing);
        for (const sign of drawing.querySelectorAll('.house-sign'))
          sign.parentElement!.setAttribute('data-sign', '');
        const all = [...copy().querySelectorAll('[data-sign]')];
        for (const [square, index] of places) signs[square]![1] = outer(all[index]!);
      });
    }
    const [square] = squares.filter(isSquare);
    await drawn({ ...view, marks: [square!] }, (drawing, copy) => {
      drawing.querySelector('.must')!.setAttribute('data-must', '');
      for (const [index, stands] of [...drawing.querySelectorAll('[data-role]')].entries())
        stands.setAttribute('data-stands', `${index}`);
      const all = copy();
      const { x, y } = board.centre(square!);
      const mark = all.querySelector('[data-must]')!;
      for (const [name, away] of Object.entries({ x, y }))
        mark.setAttribute(name, `${Number(mark.getAttribute(name)) - away}`);
      made.must = outer(mark);
      for (const [index, [, piece]] of view.pieces.entries())
        made.pieces[pieceName(piece)] = inner(all.querySelector(`[data-stands="${index}"]`)!);
    });
  }
  return made;
}

Object.assign(globalThis, { kit });
