import { describe, expect, it } from 'vitest';

import type { Legal } from '../lib/wire';

import { advance, click, drag, isPlacing, select, sources, targets, warned, type Selection } from './narrow';

const legal = (...paths: string[]): Legal[] =>
  paths.map((path) => ({ action: path, path: path === 'end' ? [] : path.split(' ') }));

/** Chains that part ways: two end on e3, over different squares. */
const chains = legal('a3 c5 e7 g5', 'a3 c5 e3', 'a3 c1 e3', 'h4 f6');

function selection(actions: Legal[], ...spots: string[]): Selection {
  let now: Selection | null = null;
  for (const spot of spots) {
    const answer = click(actions, now, spot, false);
    if (answer.kind !== 'selected') throw new Error(`${spot}: ${answer.kind}`);
    now = answer.selection;
  }
  return now!;
}

describe('narrowing the legal actions by clicks', () => {
  it('begins where an action begins', () => {
    expect([...sources(legal('a1 a2', 'b1 b2', 'b1 c1', 'end'))]).toEqual(['a1', 'b1']);
    const answer = click(chains, null, 'a3', true);
    expect(answer).toMatchObject({ kind: 'selected', selection: { path: ['a3'] } });
  });

  it('plays a move of two clicks', () => {
    const moves = legal('a1 a2', 'a1 b1');
    expect(click(moves, selection(moves, 'a1'), 'b1', false)).toMatchObject({
      kind: 'played',
      legal: { action: 'a1 b1' },
    });
  });

  it('plays a placing with one click, and asks why where none may be put', () => {
    const placing = legal('a1', 'b2');
    expect(isPlacing(placing)).toBe(true);
    expect(isPlacing(legal('a1', 'a1 a2'))).toBe(false);
    expect(click(placing, null, 'b2', false)).toMatchObject({ kind: 'played' });
    expect(click(placing, null, 'c3', false)).toEqual({ kind: 'attempted', path: ['c3'] });
  });

  it('shows the next squares of all chains and where they end', () => {
    expect(Object.fromEntries(targets(selection(chains, 'a3')))).toEqual({
      c5: 'next',
      c1: 'next',
      g5: 'end',
      e3: 'end',
    });
  });

  it('tells where every way leads to a loss', () => {
    const warning = { code: 'loses-at-once', reason: 'wall', message: '' } as const;
    const [a, b, c] = legal('a1 a2', 'a1 b1', 'c1 c2') as [Legal, Legal, Legal];
    const mixed = [a, { ...b, warning }, c];
    expect([...warned(selection(mixed, 'a1'))]).toEqual(['b1']);
  });

  it('goes through a chain square by square', () => {
    const after = selection(chains, 'a3', 'c5');
    expect(after.left.map(({ action }) => action)).toEqual(['a3 c5 e7 g5', 'a3 c5 e3']);
    // From here one square is enough: a single chain is left.
    expect(click(chains, after, 'e7', false)).toMatchObject({
      kind: 'played',
      legal: { action: 'a3 c5 e7 g5' },
    });
  });

  it('plays a chain by its end if only one ends there', () => {
    expect(click(chains, selection(chains, 'a3'), 'g5', false)).toMatchObject({
      kind: 'played',
      legal: { action: 'a3 c5 e7 g5' },
    });
  });

  it('asks for the way if several chains end there', () => {
    const aimed = selection(chains, 'a3', 'e3');
    expect(aimed.path).toEqual(['a3']);
    expect(aimed.left.map(({ action }) => action)).toEqual(['a3 c5 e3', 'a3 c1 e3']);
    expect(click(chains, aimed, 'c1', false)).toMatchObject({
      kind: 'played',
      legal: { action: 'a3 c1 e3' },
    });
  });

  it('goes along as far as the ways to an end agree', () => {
    const long = legal('a1 c3 e5 g3', 'a1 c3 a5 g3', 'a1 c3 h8', 'a1 b2');
    expect(selection(long, 'a1', 'g3').path).toEqual(['a1', 'c3']);
  });

  it('plays the shorter of two by a second click, the longer by going on', () => {
    const nested = legal('a1 c3', 'a1 c3 e5');
    const at = selection(nested, 'a1', 'c3');
    expect(click(nested, at, 'c3', false)).toMatchObject({
      kind: 'played',
      legal: { action: 'a1 c3' },
    });
    expect(click(nested, at, 'e5', false)).toMatchObject({
      kind: 'played',
      legal: { action: 'a1 c3 e5' },
    });
  });

  it('lets go by a second click, even where a round trip would end', () => {
    expect(click(chains, selection(chains, 'a3'), 'a3', true)).toEqual({ kind: 'cleared' });
    const round = legal('a3 c5 e3 c1 a3', 'a3 b4');
    const begun = selection(round, 'a3');
    expect(click(round, begun, 'a3', true)).toEqual({ kind: 'cleared' });
    expect(targets(begun).has('a3')).toBe(false);
    expect(click(round, begun, 'e3', false)).toMatchObject({ kind: 'played' });
  });

  it('selects another piece instead, unless it is a target', () => {
    expect(click(chains, selection(chains, 'a3'), 'h4', true)).toMatchObject({
      kind: 'selected',
      selection: { path: ['h4'] },
    });
    // Diaballik: the ball is passed to a runner that could itself step.
    const pass = legal('d1 c1', 'c1 c2');
    expect(click(pass, selection(pass, 'd1'), 'c1', true)).toMatchObject({ kind: 'played' });
  });

  it('takes up a piece that cannot move, to ask why not', () => {
    const stuck = click(chains, null, 'c3', true);
    expect(stuck).toEqual({ kind: 'selected', selection: { path: ['c3'], left: [] } });
    const { selection: held } = stuck as { selection: Selection };
    expect(click(chains, held, 'd4', false)).toEqual({ kind: 'attempted', path: ['c3', 'd4'] });
    expect(click(chains, null, 'c3', false)).toEqual({ kind: 'cleared' });
  });

  it('reaches places beside the board', () => {
    const beside = legal('reserve c3', '28 off');
    expect(click(beside, selection(beside, 'reserve'), 'c3', false)).toMatchObject({
      kind: 'played',
    });
    expect(click(beside, selection(beside, '28'), 'off', false)).toMatchObject({ kind: 'played' });
  });

  it('never selects an action without a path', () => {
    expect(select(legal('end'), 'a1')).toEqual({ kind: 'cleared' });
    expect(advance({ path: [], left: legal('end') }, 'a1')).toBeNull();
  });
});

describe('dragging', () => {
  it('plays from one spot to another, over whatever is in between', () => {
    expect(drag(chains, null, 'h4', 'f6')).toMatchObject({ kind: 'played' });
    expect(drag(chains, null, 'a3', 'g5')).toMatchObject({ kind: 'played' });
  });

  it('goes on from the square reached', () => {
    const at = selection(chains, 'a3', 'c5');
    expect(drag(chains, at, 'c5', 'e3')).toMatchObject({
      kind: 'played',
      legal: { action: 'a3 c5 e3' },
    });
  });

  it('attempts, where a click would select another piece', () => {
    expect(drag(chains, null, 'a3', 'h4')).toEqual({ kind: 'attempted', path: ['a3', 'h4'] });
    expect(drag(chains, null, 'a3', 'a3')).toEqual({ kind: 'cleared' });
  });
});
