import { describe, expect, it } from 'vitest';

import type { GameEvent, Piece, Square } from '../lib/wire';

import { animation, traces, type Role } from './animation';

const man: Piece = { side: 'first', kind: 'man' };
const king: Piece = { side: 'first', kind: 'king' };
const enemy: Piece = { side: 'second', kind: 'man' };
const cone: Piece = { side: 'first', kind: 'cone' };
const spool: Piece = { side: 'second', kind: 'spool' };
const runner: Piece = { side: 'first', kind: 'runner' };
const holder: Piece = { side: 'first', kind: 'holder' };

const reached = (...pieces: [Square, Piece][]) => ({ pieces });
const ending = (roles: Role[], square: Square) => roles.find((role) => role.ends === square)!;
const gone = (roles: Role[]) => roles.filter((role) => role.ends === null);

describe('an animation of what happened', () => {
  it('shows nothing of who stands still', () => {
    const { roles, length } = animation(reached(['a1', man], ['c3', man]), [
      { event: 'moved', piece: man, from: 'b2', to: 'c3' },
      { event: 'turn-ended', side: 'first' },
    ]);
    expect(length).toBe(1);
    expect(roles).toHaveLength(1);
    expect(ending(roles, 'c3').legs).toMatchObject([{ from: 'b2', to: 'c3', manner: 'slide' }]);
  });

  it('leaps one after another; what was taken stays until then and fades together', () => {
    const { roles, length } = animation(reached(['e1', man]), [
      { event: 'leapt', piece: man, from: 'a1', over: 'b2', to: 'c3' },
      { event: 'leapt', piece: man, from: 'c3', over: 'd2', to: 'e1' },
      { event: 'captured', piece: enemy, square: 'b2' },
      { event: 'captured', piece: enemy, square: 'd2' },
    ]);
    const { legs } = ending(roles, 'e1');
    expect(legs.map(({ from, to }) => [from, to])).toEqual([
      ['a1', 'c3'],
      ['c3', 'e1'],
    ]);
    expect(legs[1]!.start).toBe(legs[0]!.end);
    const taken = gone(roles);
    expect(taken).toHaveLength(2);
    for (const role of taken) {
      expect(role.fades).toBe(true);
      expect(role.shown).toEqual([0, length]);
      expect(role.legs).toMatchObject([{ start: legs[1]!.end, end: length, manner: 'fade' }]);
    }
  });

  it('crowns on the way', () => {
    const { roles } = animation(reached(['e5', king]), [
      { event: 'leapt', piece: man, from: 'd6', over: 'e7', to: 'f8' },
      { event: 'promoted', piece: king, square: 'f8' },
      { event: 'leapt', piece: king, from: 'f8', over: 'g7', to: 'h6' },
      { event: 'moved', piece: king, from: 'h6', to: 'e5' },
    ]);
    const before = gone(roles)[0]!;
    const after = ending(roles, 'e5');
    expect([before.look.kind, after.look.kind]).toEqual(['man', 'king']);
    expect(before.shown[1]).toBe(after.shown[0]);
    expect(before.shown[1]).toBe(before.legs[0]!.end);
    expect(before.fades).toBe(false);
  });

  it('brings a taken piece to the reserve, and back from it', () => {
    const away = animation(reached(['c3', man]), [
      { event: 'leapt', piece: man, from: 'a1', over: 'b2', to: 'c3' },
      { event: 'to-reserve', piece: man, square: 'b2' },
    ]);
    expect(gone(away.roles)[0]!.legs).toMatchObject([{ from: 'b2', to: { tray: 'first' } }]);
    const back = animation(reached(['c3', man]), [{ event: 'dropped', piece: man, square: 'c3' }]);
    expect(ending(back.roles, 'c3').legs).toMatchObject([{ from: { tray: 'first' }, to: 'c3' }]);
  });

  it('changes places at the same time', () => {
    const { roles, length } = animation(reached(['5', cone], ['2', spool]), [
      { event: 'moved', piece: cone, from: '2', to: '5' },
      { event: 'changed-places', piece: spool, from: '5', to: '2' },
    ]);
    expect(length).toBe(1);
    expect(ending(roles, '5').legs).toMatchObject([{ start: 0, from: '2', to: '5' }]);
    expect(ending(roles, '2').legs).toMatchObject([{ start: 0, from: '5', to: '2' }]);
  });

  it('waits for the sticks, then lets the piece go', () => {
    const events: GameEvent[] = [
      { event: 'threw', side: 'first', points: 5 },
      { event: 'moved', piece: cone, from: '26', to: '27' },
      { event: 'to-water', piece: cone, square: '27' },
      { event: 'reborn', piece: cone, from: '27', to: '15' },
    ];
    const { legs } = ending(animation(reached(['15', cone]), events).roles, '15');
    expect(legs[0]!.start).toBeGreaterThan(0);
    expect(legs.map(({ to }) => to)).toEqual(['27', '15']);
    // A throw alone takes no time.
    expect(animation(reached(), events.slice(0, 1)).length).toBe(0);
  });

  it('leaves over the end of the path', () => {
    const { roles } = animation(reached(), [{ event: 'left-board', piece: cone, from: '30' }]);
    expect(roles).toMatchObject([{ ends: null, fades: true, legs: [{ from: '30', to: 'off' }] }]);
  });

  it('throws the ball alone: no piece holds it while it flies', () => {
    const { roles, length } = animation(reached(['a1', runner], ['d4', holder]), [
      { event: 'moved', piece: runner, from: 'd3', to: 'd4' },
      { event: 'ball-passed', side: 'first', from: 'a1', to: 'd4' },
    ]);
    const ball = roles.find((role) => role.look.kind === 'ball')!;
    expect(ball).toMatchObject({ shown: [1, 2], fades: false, legs: [{ from: 'a1', to: 'd4' }] });
    const giver = roles.filter(({ look }) => look.kind === 'holder' && look.side === 'first');
    expect(giver.map(({ ends, shown }) => ({ ends, shown }))).toEqual([
      { ends: null, shown: [0, 1] },
      { ends: 'd4', shown: [2, length] },
    ]);
    expect(ending(roles, 'a1').shown[0]).toBe(1);
    // Who stands while looking different stands where it is.
    const before = roles.filter(({ look, ends }) => ends === null && look.kind !== 'ball');
    expect(before.map(({ at }) => at).sort()).toEqual(['a1', 'd3']);
  });

  it('does not repeat what the hand has done', () => {
    const events: GameEvent[] = [
      { event: 'moved', piece: man, from: 'b2', to: 'c3' },
      { event: 'captured', piece: enemy, square: 'd4' },
    ];
    const { roles, length } = animation(reached(['c3', man]), events, 'b2');
    expect(length).toBe(1);
    expect(ending(roles, 'c3').legs).toMatchObject([{ start: 0, end: 0 }]);
    expect(gone(roles)[0]!.legs).toMatchObject([{ start: 0, end: 1 }]);
  });
});

describe('traces of the last turn', () => {
  it('are where pieces came from, went to and were taken', () => {
    expect(
      traces([
        { event: 'leapt', piece: man, from: 'a1', over: 'b2', to: 'c3' },
        { event: 'leapt', piece: man, from: 'c3', over: 'd2', to: 'e1' },
        { event: 'captured', piece: enemy, square: 'b2' },
        { event: 'ball-passed', side: 'first', from: 'a1', to: 'e1' },
      ]),
    ).toEqual({
      from: ['a1'],
      to: ['c3', 'e1'],
      taken: ['b2'],
      passes: [{ side: 'first', from: 'a1', to: 'e1' }],
    });
  });
});
