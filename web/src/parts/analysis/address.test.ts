import { describe, expect, it } from 'vitest';

import { readAddress, ruleSet, writeAddress } from './address';

const known = [
  {
    game: 'draughts' as const,
    name: '',
    sides: ['', ''] as [string, string],
    options: [],
    presets: [{ name: 'classic', options: 'cyclic=off', title: null }],
  },
];

describe('the address of a line', () => {
  it('comes back as it was written', () => {
    for (const wanted of [
      { rules: 'seega(size=7,drops=2)', position: undefined, moves: ['a1', 'b2', 'c3'], at: 1 },
      { rules: 'senet', position: '......c.s.cc c 3', moves: ['11-14', 't3'], at: null },
      { rules: 'diaballik', position: undefined, moves: ['a1a2', 'd1>c3', 'end'], at: 0 },
      { rules: 'draughts(cyclic=off)', position: undefined, moves: ['c3:e5:g3', '@d4'], at: null },
    ]) {
      const address = new URL(writeAddress(wanted), 'http://x');
      expect(readAddress(address.searchParams, [])).toEqual(wanted);
    }
  });

  it('takes whole rule sets, options and presets', () => {
    expect(ruleSet('draughts', 'classic', known)).toBe('draughts(cyclic=off)');
    expect(ruleSet('draughts', 'cyclic=off', known)).toBe('draughts(cyclic=off)');
    expect(ruleSet('draughts', 'seega(size=7)', known)).toBe('seega(size=7)');
    expect(ruleSet('senet', '', known)).toBe('senet');
    const query = new URLSearchParams('rules=salta(goal=mirror)&moves=a1b2,c1d2');
    expect(readAddress(query, known)).toEqual({
      rules: 'salta(goal=mirror)',
      position: undefined,
      moves: ['a1b2', 'c1d2'],
      at: null,
    });
  });

  it('has a game for nonsense', () => {
    expect(readAddress(new URLSearchParams('game=chess&at=x'), known)).toEqual({
      rules: 'seega',
      position: undefined,
      moves: [],
      at: null,
    });
  });
});
