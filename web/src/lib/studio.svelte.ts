/** Pictures of the board that people see: drawn by the board itself, out of sight, and taken as SVG. */
import { flushSync, mount, unmount } from 'svelte';

import Board from '../board/Board.svelte';
import { inlined } from '../board/inlined';

import { settings } from './settings.svelte';
import type { View } from './wire';

const CAPTION = 46;

/** A board out of sight that draws one position after another. */
export class Studio {
  #frame = document.createElement('div');
  #props = $state.raw<{ view: View; stamp: number }>()!;
  #board: object;

  constructor(view: View) {
    this.#props = { view, stamp: 0 };
    this.#frame.inert = true;
    // As wide as on a desk: a narrow board is drawn otherwise.
    Object.assign(this.#frame.style, { position: 'fixed', left: '-2000px', top: '0', width: '900px' });
    document.body.append(this.#frame);
    const now = () => this.#props;
    this.#board = mount(Board, {
      target: this.#frame,
      props: {
        get view() {
          return now().view;
        },
        get stamp() {
          return now().stamp;
        },
        skin: settings.skin,
        coordinates: settings.coordinates,
        trays: false,
        speed: 0,
        name: '',
        label: (square: string) => square,
      },
    });
  }

  /** The position with lines of text below it, as an SVG that needs nothing else. */
  draw(view: View, lines: readonly string[]): string {
    this.#props = { view, stamp: this.#props.stamp + 1 };
    flushSync();
    const drawing = this.#frame.querySelector<SVGSVGElement>('svg.drawing')!;
    const copy = inlined(drawing);
    const { x, y, width, height } = drawing.viewBox.baseVal;
    const whole = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const tall = height + (lines.length > 0 ? CAPTION * lines.length + 20 : 0);
    const size = { viewBox: `${x} ${y} ${width} ${tall}`, width: `${width}`, height: `${tall}` };
    for (const [name, value] of Object.entries(size)) whole.setAttribute(name, value);
    for (const [name, value] of Object.entries({ x, y, width, height })) copy.setAttribute(name, `${value}`);
    copy.removeAttribute('class');
    whole.append(copy);
    for (const [index, line] of lines.entries()) {
      const text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
      const place = { x: x + width / 2, y: y + height + CAPTION * (index + 1), 'text-anchor': 'middle' };
      for (const [name, value] of Object.entries(place)) text.setAttribute(name, `${value}`);
      text.setAttribute('font-size', index === 0 ? '34' : '28');
      text.setAttribute('font-family', 'Georgia, serif');
      text.setAttribute('fill', '#25221c');
      // A long line is drawn closer rather than cut off.
      if (line.length * 17 > width) {
        text.setAttribute('textLength', `${width - 20}`);
        text.setAttribute('lengthAdjust', 'spacingAndGlyphs');
      }
      text.textContent = line;
      whole.append(text);
    }
    return new XMLSerializer().serializeToString(whole);
  }

  close(): void {
    void unmount(this.#board);
    this.#frame.remove();
  }
}
