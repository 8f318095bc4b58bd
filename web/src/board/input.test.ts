import { describe, expect, it } from 'vitest';

import type { Legal, Piece, Spot, Square, View } from '../lib/wire';

import { Hand, type Desk } from './input.svelte';
import type { Shape } from './types';

const man: Piece = { side: 'first', kind: 'man' };
const enemy: Piece = { side: 'second', kind: 'man' };
const none = { shiftKey: false, ctrlKey: false, altKey: false };

/** A board of three pieces: a1 can move, e1 can't, and h8 is the other side's. */
class Table {
  pieces: [Square, Piece][] = [
    ['a1', man],
    ['e1', man],
    ['h8', enemy],
  ];
  legal: Legal[] = [
    { action: 'a1-b2', path: ['a1', 'b2'] },
    { action: '@c3', path: ['reserve', 'c3'] },
  ];
  /** Whether the page asks the server before it answers. */
  asks = false;
  waiting = false;
  premove = false;
  premoved: Spot[] = [];
  shapes: Shape[] = [];
  editing = false;
  told: unknown[] = [];
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
    };
    const { legal, waiting, premove, premoved, shapes, editing } = this;
    return {
      view,
      legal,
      waiting,
      premove,
      premoved,
      shapes,
      editing,
      onaction: ({ action }) => {
        this.told.push(action);
        this.waiting = this.asks;
      },
      onattempt: (path) => this.told.push(['why not', ...path]),
      onpremove: (path) => {
        this.premoved = path ?? [];
        this.told.push(path);
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
    const table = new Table();
    table.hand.press(table.at('a1'));
    expect(table.hand.selection?.path).toEqual(['a1']);
    table.hand.release(table.at('a1'));
    expect(table.hand.selection?.path).toEqual(['a1']);
    table.click('b2');
    expect(table.told).toEqual(['a1-b2']);
    expect(table.hand.selection).toBeNull();
  });

  it('lets go by a second click, by a click beside the board and by Escape', () => {
    const table = new Table();
    for (const let_go of [() => table.click('a1'), () => table.click(null), () => table.hand.escape()]) {
      table.click('a1');
      expect(table.hand.selection).not.toBeNull();
      let_go();
      expect(table.hand.selection).toBeNull();
    }
    expect(table.told).toEqual([]);
  });

  it('drags, and remembers what it carried for the next position', () => {
    const table = new Table();
    table.hand.press(table.at('a1'));
    table.hand.move(table.at('b2'));
    expect(table.hand.dragged).toMatchObject({ spot: 'a1', over: 'b2' });
    table.hand.release(table.at('b2'));
    expect(table.told).toEqual(['a1-b2']);
    expect(table.hand.dragged).toBeNull();
    expect(table.hand.underway?.dragged).toMatchObject({ spot: 'a1', over: 'b2' });
    table.hand.moved();
    expect([table.hand.carried, table.hand.underway]).toEqual(['a1', null]);
    table.hand.moved();
    expect(table.hand.carried).toBeNull();
  });

  it('keeps a piece selected that is let go where it was or beside the board', () => {
    const table = new Table();
    table.drag('a1', null);
    expect(table.hand.selection?.path).toEqual(['a1']);
    expect(table.told).toEqual([]);
  });

  it('a tremble is no drag', () => {
    const table = new Table();
    table.hand.press({ point: { x: 0, y: 0 }, spot: 'a1' });
    table.hand.move({ point: { x: 4, y: 4 }, spot: 'a1' });
    expect(table.hand.dragged).toBeNull();
  });

  it('plays from the reserve by click and by drag', () => {
    const table = new Table();
    table.click('reserve');
    table.click('c3');
    table.drag('reserve', 'c3');
    expect(table.told).toEqual(['@c3', '@c3']);
  });

  it('asks why not, with a piece that may not move and to a square that it may not', () => {
    const table = new Table();
    table.click('e1');
    table.click('f2');
    table.drag('a1', 'h8');
    expect(table.told).toEqual([
      ['why not', 'e1', 'f2'],
      ['why not', 'a1', 'h8'],
    ]);
    table.click('h8');
    expect(table.hand.selection).toBeNull();
  });

  it('does nothing when the page takes the pointer for scrolling', () => {
    const table = new Table();
    table.click('a1');
    table.hand.press(table.at('b2'));
    table.hand.cancel();
    table.hand.release(table.at('b2'));
    expect(table.told).toEqual([]);
  });

  it('only looks where nothing is legal', () => {
    const table = new Table();
    table.legal = [];
    table.drag('a1', 'b2');
    table.click('a1');
    table.click('b2');
    expect(table.told).toEqual([]);
  });
});

describe('the hand while an answer is under way', () => {
  const underway = () => {
    const table = new Table();
    table.asks = true;
    table.click('a1');
    table.click('b2');
    return table;
  };
  /** The position after the answer. */
  const answer = (table: Table, legal: Legal[]) => {
    table.pieces = [
      ['b2', man],
      ['e1', man],
    ];
    table.legal = legal;
    table.waiting = false;
    table.hand.moved();
    table.hand.catchUp();
  };
  const STEP = { action: 'b2-c3', path: ['b2', 'c3'] };

  it('has the piece where it goes', () => {
    const { hand } = underway();
    expect(hand.underway?.guess?.view.pieces).toContainEqual(['b2', man]);
    expect(hand.underway?.guess?.view.pieces).not.toContainEqual(['a1', man]);
    hand.takeBack();
    expect(hand.underway).toBeNull();
  });

  it('keeps clicks and drags, and takes them in order when the answer is there', () => {
    const table = underway();
    table.click('b2');
    table.click('c3');
    expect(table.told).toEqual(['a1-b2']);
    answer(table, [STEP]);
    expect(table.told).toEqual(['a1-b2', 'b2-c3']);
    table.drag('e1', 'f2');
    expect(table.told).toHaveLength(2);
    answer(table, [{ action: 'e1-f2', path: ['e1', 'f2'] }]);
    expect(table.told).toEqual(['a1-b2', 'b2-c3', 'e1-f2']);
  });

  it('waits again for every action, and does what comes by a button in its place', () => {
    const table = underway();
    for (const spot of ['b2', 'c3']) table.click(spot);
    table.hand.after(() => table.told.push('end'));
    answer(table, [STEP]);
    expect(table.told).toEqual(['a1-b2', 'b2-c3']);
    answer(table, []);
    expect(table.told).toEqual(['a1-b2', 'b2-c3', 'end']);
  });

  it('asks why not where a kept click is no action any more, and forgets the rest', () => {
    const table = underway();
    for (const spot of ['b2', 'd4', 'b2', 'c3']) table.click(spot);
    answer(table, [STEP]);
    expect(table.told).toEqual(['a1-b2', ['why not', 'b2', 'd4']]);
    expect(table.hand.kept).toEqual([]);
  });

  it('forgets what it kept by Escape, and where the action was refused', () => {
    for (const forget of [(hand: Hand) => hand.escape(), (hand: Hand) => hand.takeBack()]) {
      const table = underway();
      table.click('b2');
      forget(table.hand);
      answer(table, [STEP]);
      expect(table.hand.selection).toBeNull();
    }
  });

  it('remembers a move ahead where the turn was the last action', () => {
    const table = underway();
    table.drag('e1', 'f2');
    table.premove = true;
    answer(table, []);
    expect(table.premoved).toEqual(['e1', 'f2']);
  });
});

describe('the hand ahead of its turn', () => {
  const waiting = () => {
    const table = new Table();
    table.legal = [];
    table.premove = true;
    return table;
  };

  it('remembers from and to, by drag or by clicks, with own pieces only', () => {
    const table = waiting();
    table.drag('h8', 'g7');
    table.click('h8');
    expect(table.hand.planned).toBe('h8');
    table.click('f6');
    table.drag('a1', 'b2');
    expect(table.told).toEqual([['h8', 'g7'], null, ['h8', 'f6']]);
  });

  it('holds what it has taken up when its turn comes', () => {
    const table = waiting();
    table.pieces = [['a1', enemy]];
    table.click('a1');
    expect(table.hand.planned).toBe('a1');
    table.pieces = [['a1', man]];
    table.legal = [{ action: 'a1-b2', path: ['a1', 'b2'] }];
    table.premove = false;
    table.hand.moved();
    table.hand.reset();
    expect(table.hand.planned).toBeNull();
    table.click('b2');
    expect(table.told).toEqual(['a1-b2']);
  });

  it('forgets by a click elsewhere or Escape', () => {
    const table = waiting();
    table.drag('h8', 'g7');
    table.click('c3');
    table.drag('h8', 'g7');
    table.hand.escape();
    expect(table.told).toEqual([['h8', 'g7'], null, ['h8', 'g7'], null]);
  });
});

describe('arrows and circles', () => {
  it('are drawn, change their tone, and go away when drawn again or at a click', () => {
    const table = new Table();
    const draw = (from: Spot, to: Spot | null, keys = none) => {
      table.hand.draw(from, keys);
      table.hand.drawTo(to);
      table.hand.drawn();
    };
    draw('a1', 'a1');
    draw('a1', 'c3', { ...none, shiftKey: true });
    expect(table.shapes).toEqual([
      { from: 'a1', tone: 'green' },
      { from: 'a1', to: 'c3', tone: 'red' },
    ]);
    draw('a1', 'c3', { ...none, altKey: true });
    expect(table.shapes[1]).toEqual({ from: 'a1', to: 'c3', tone: 'blue' });
    draw('a1', 'a1');
    expect(table.shapes).toHaveLength(1);
    table.click('d4');
    expect(table.shapes).toEqual([]);
  });
});

describe('setting up', () => {
  const editing = () => {
    const table = new Table();
    table.editing = true;
    return table;
  };

  it('moves a piece, over another one too, and takes it off beside the board', () => {
    const table = editing();
    table.drag('a1', 'h8');
    expect(table.stands('a1')).toBeUndefined();
    expect(table.stands('h8')).toBe(man);
    table.drag('h8', null);
    expect(table.pieces).toEqual([['e1', man]]);
    expect(table.told).toEqual([]);
  });

  it('puts pieces of the palette, by drag and click after click', () => {
    const table = editing();
    table.hand.press({ ...table.at(null), piece: enemy });
    table.hand.move(table.at('c3'));
    table.hand.release(table.at('c3'));
    table.click('d4');
    table.click('e1');
    expect([table.stands('c3'), table.stands('d4'), table.stands('e1')]).toEqual([enemy, enemy, enemy]);
    table.click('d4');
    expect(table.stands('d4')).toBeUndefined();
  });
});
