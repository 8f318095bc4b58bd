import { tick } from 'svelte';
import { describe, expect, it } from 'vitest';

import type { Legal, Piece, Spot, Square, View } from '../lib/wire';

import { Hand, type Desk } from './input.svelte';
import type { Shape } from './types';

const man: Piece = { side: 'first', kind: 'man' };
const enemy: Piece = { side: 'second', kind: 'man' };
const none = { shiftKey: false, ctrlKey: false, altKey: false };

/** A board of three pieces: a1 can move, e1 can't, and h8 is the other side's. */
class Page {
  pieces: [Square, Piece][] = [
    ['a1', man],
    ['e1', man],
    ['h8', enemy],
  ];
  legal: Legal[] = [
    { action: 'a1-b2', path: ['a1', 'b2'] },
    { action: '@c3', path: ['reserve', 'c3'] },
  ];
  premove = false;
  premoved: Spot[] = [];
  shapes: Shape[] = [];
  editing = false;
  reported: unknown[] = [];
  hand = new Hand(() => this.desk());

  desk(): Desk {
    const view: View = {
      game: 'draughts',
      shape: 'dark',
      files: 8,
      ranks: 8,
      pieces: this.pieces,
      trays: [{ kind: 'reserve', counts: [1, 0] }],
      marks: [],
      goals: [],
      side: 'first',
      thrown: null,
      left: null,
      quiet: null,
    };
    const { legal, premove, premoved, shapes, editing } = this;
    return {
      view,
      legal,
      premove,
      premoved,
      shapes,
      editing,
      onaction: ({ action }) => this.reported.push(action),
      onattempt: (path) => this.reported.push(['why not', ...path]),
      onpremove: (path) => {
        this.premoved = path ?? [];
        this.reported.push(path);
      },
      onedit: (pieces) => (this.pieces = pieces),
      onshapes: (drawn) => (this.shapes = drawn),
    };
  }

  /** Every spot has a point of its own, far from the others. */
  at(spot: Spot | null) {
    const number = spot ? spot.charCodeAt(0) * 1000 + spot.charCodeAt(1) * 10 : -5000;
    return { point: { x: number, y: 0 }, spot };
  }
  click(spot: Spot | null) {
    this.hand.press(this.at(spot));
    this.hand.release(this.at(spot));
  }
  drag(from: Spot, to: Spot | null) {
    this.hand.press(this.at(from));
    this.hand.move(this.at(to));
    this.hand.release(this.at(to));
  }
  stands(square: Square): Piece | undefined {
    return this.pieces.find(([at]) => at === square)?.[1];
  }
}

describe('the hand at play', () => {
  it('selects at the press and plays at the second click', () => {
    const page = new Page();
    page.hand.press(page.at('a1'));
    expect(page.hand.selection?.path).toEqual(['a1']);
    page.hand.release(page.at('a1'));
    expect(page.hand.selection?.path).toEqual(['a1']);
    page.click('b2');
    expect(page.reported).toEqual(['a1-b2']);
    expect(page.hand.selection).toBeNull();
  });

  it('lets go by a second click, by a click beside the board and by Escape', () => {
    const page = new Page();
    for (const let_go of [() => page.click('a1'), () => page.click(null), () => page.hand.escape()]) {
      page.click('a1');
      expect(page.hand.selection).not.toBeNull();
      let_go();
      expect(page.hand.selection).toBeNull();
    }
    expect(page.reported).toEqual([]);
  });

  it('drags, and remembers what it carried while the next position is drawn', async () => {
    const page = new Page();
    page.hand.press(page.at('a1'));
    page.hand.move(page.at('b2'));
    expect(page.hand.dragged).toMatchObject({ spot: 'a1', over: 'b2' });
    page.hand.release(page.at('b2'));
    expect(page.reported).toEqual(['a1-b2']);
    expect(page.hand.dragged).toBeNull();
    page.hand.moved();
    expect(page.hand.carried).toBe('a1');
    await tick();
    expect(page.hand.carried).toBeNull();
  });

  it('keeps a piece selected that is let go where it was or beside the board', () => {
    const page = new Page();
    page.drag('a1', null);
    expect(page.hand.selection?.path).toEqual(['a1']);
    expect(page.reported).toEqual([]);
  });

  it('a tremble is no drag', () => {
    const page = new Page();
    page.hand.press({ point: { x: 0, y: 0 }, spot: 'a1' });
    page.hand.move({ point: { x: 4, y: 4 }, spot: 'a1' });
    expect(page.hand.dragged).toBeNull();
  });

  it('plays from the reserve by click and by drag', () => {
    const page = new Page();
    page.click('reserve');
    page.click('c3');
    page.drag('reserve', 'c3');
    expect(page.reported).toEqual(['@c3', '@c3']);
  });

  it('asks why not, with a piece that may not move and to a square that it may not', () => {
    const page = new Page();
    page.click('e1');
    page.click('f2');
    page.drag('a1', 'h8');
    expect(page.reported).toEqual([
      ['why not', 'e1', 'f2'],
      ['why not', 'a1', 'h8'],
    ]);
    page.click('h8');
    expect(page.hand.selection).toBeNull();
  });

  it('does nothing when the page takes the pointer for scrolling', () => {
    const page = new Page();
    page.click('a1');
    page.hand.press(page.at('b2'));
    page.hand.cancel();
    page.hand.release(page.at('b2'));
    expect(page.reported).toEqual([]);
  });

  it('only looks where nothing is legal', () => {
    const page = new Page();
    page.legal = [];
    page.drag('a1', 'b2');
    page.click('a1');
    page.click('b2');
    expect(page.reported).toEqual([]);
  });
});

describe('the hand ahead of its turn', () => {
  const waiting = () => {
    const page = new Page();
    page.legal = [];
    page.premove = true;
    return page;
  };

  it('remembers from and to, by drag or by clicks, with own pieces only', () => {
    const page = waiting();
    page.drag('h8', 'g7');
    page.click('h8');
    expect(page.hand.planned).toBe('h8');
    page.click('f6');
    page.drag('a1', 'b2');
    expect(page.reported).toEqual([['h8', 'g7'], null, ['h8', 'f6']]);
  });

  it('holds what it has taken up when its turn comes', () => {
    const page = waiting();
    page.pieces = [['a1', enemy]];
    page.click('a1');
    expect(page.hand.planned).toBe('a1');
    page.pieces = [['a1', man]];
    page.legal = [{ action: 'a1-b2', path: ['a1', 'b2'] }];
    page.premove = false;
    page.hand.moved();
    page.hand.reset();
    expect(page.hand.planned).toBeNull();
    page.click('b2');
    expect(page.reported).toEqual(['a1-b2']);
  });

  it('forgets by a click elsewhere or Escape', () => {
    const page = waiting();
    page.drag('h8', 'g7');
    page.click('c3');
    page.drag('h8', 'g7');
    page.hand.escape();
    expect(page.reported).toEqual([['h8', 'g7'], null, ['h8', 'g7'], null]);
  });
});

describe('arrows and circles', () => {
  it('are drawn, change their tone, and go away when drawn again or at a click', () => {
    const page = new Page();
    const draw = (from: Spot, to: Spot | null, keys = none) => {
      page.hand.draw(from, keys);
      page.hand.drawTo(to);
      page.hand.drawn();
    };
    draw('a1', 'a1');
    draw('a1', 'c3', { ...none, shiftKey: true });
    expect(page.shapes).toEqual([
      { from: 'a1', tone: 'green' },
      { from: 'a1', to: 'c3', tone: 'red' },
    ]);
    draw('a1', 'c3', { ...none, altKey: true });
    expect(page.shapes[1]).toEqual({ from: 'a1', to: 'c3', tone: 'blue' });
    draw('a1', 'a1');
    expect(page.shapes).toHaveLength(1);
    page.click('d4');
    expect(page.shapes).toEqual([]);
  });
});

describe('setting up', () => {
  const editing = () => {
    const page = new Page();
    page.editing = true;
    return page;
  };

  it('moves a piece, over another one too, and takes it off beside the board', () => {
    const page = editing();
    page.drag('a1', 'h8');
    expect(page.stands('a1')).toBeUndefined();
    expect(page.stands('h8')).toBe(man);
    page.drag('h8', null);
    expect(page.pieces).toEqual([['e1', man]]);
    expect(page.reported).toEqual([]);
  });

  it('puts pieces of the palette, by drag and click after click', () => {
    const page = editing();
    page.hand.press({ ...page.at(null), piece: enemy });
    page.hand.move(page.at('c3'));
    page.hand.release(page.at('c3'));
    page.click('d4');
    page.click('e1');
    expect([page.stands('c3'), page.stands('d4'), page.stands('e1')]).toEqual([enemy, enemy, enemy]);
    page.click('d4');
    expect(page.stands('d4')).toBeUndefined();
  });
});
