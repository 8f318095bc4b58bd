import { describe, expect, it } from 'vitest';

import { MOST_BYTES, small } from './tables';

const table = (rules: string, layer: string, bytes: number) => ({
  rules,
  layer,
  bytes,
  entries: 1,
  file: `${rules}/${layer}.table`,
});

describe('the tables that a browser fetches', () => {
  it('are those of the game, with all its rule sets', () => {
    const tables = [table('seega', '1-1', 5), table('seega(size=3)', '1-1', 4), table('senet', '1-1', 3)];
    const found = small({ tables, building: null }, 'seega').map(({ rules }) => rules);
    expect(found).toEqual(['seega(size=3)', 'seega']);
  });

  it('are the smallest, as far as there is room', () => {
    const tables = [
      table('seega', '3-3', MOST_BYTES),
      table('seega', '2-1', MOST_BYTES / 2),
      table('seega', '1-1', 1),
    ];
    const found = small({ tables, building: null }, 'seega').map(({ layer }) => layer);
    expect(found).toEqual(['1-1', '2-1']);
  });
});
