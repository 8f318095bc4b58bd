import { describe, expect, it } from 'vitest';

import { coordinates, geometry, neighbour } from './geometry';

const full = { shape: 'full', files: 5, ranks: 5 } as const;
const dark = { shape: 'dark', files: 8, ranks: 8 } as const;
const path = { shape: 'path', files: 10, ranks: 3 } as const;

describe('where squares are', () => {
  it('reads a full board from the far rank', () => {
    const board = geometry(full);
    expect(board.rows[0]).toEqual(['a5', 'b5', 'c5', 'd5', 'e5']);
    expect(board.centre('a1')).toEqual({ x: 50, y: 450 });
    expect(board.at({ x: 499, y: 1 })).toBe('e5');
    expect(board.at({ x: -1, y: 1 })).toBeNull();
    expect(board.at({ x: 1, y: 500 })).toBeNull();
  });

  it('turns by half a turn', () => {
    const board = geometry(full, true);
    expect(board.rows[0]).toEqual(['e1', 'd1', 'c1', 'b1', 'a1']);
    expect(board.centre('a1')).toEqual({ x: 450, y: 50 });
    expect(coordinates(full, true)).toEqual({
      columns: ['e', 'd', 'c', 'b', 'a'],
      rows: ['1', '2', '3', '4', '5'],
    });
  });

  it('uses the dark squares only, a1 being dark', () => {
    const board = geometry(dark);
    expect(board.rows.flat()).toHaveLength(32);
    expect(board.rows.at(-1)).toEqual(['a1', 'c1', 'e1', 'g1']);
    expect(board.at({ x: 150, y: 750 })).toBe('b1');
    expect([board.used('a1'), board.used('b1')]).toEqual([true, false]);
    expect(geometry(dark, true).used('b1')).toBe(false);
    // The rim of a light square belongs to its dark neighbour.
    expect(board.at({ x: 110, y: 750 })).toBe('a1');
    expect(board.at({ x: 150, y: 705 })).toBe('b2');
    expect(board.at({ x: 150, y: 799 })).toBe('b1');
    expect(board.at({ x: 150, y: 801 })).toBeNull();
    expect(geometry({ shape: 'dark', files: 10, ranks: 10 }).rows[0]).toContain('j10');
  });

  it('runs along the path in a snake', () => {
    const board = geometry(path);
    expect(board.rows[1]).toEqual(['20', '19', '18', '17', '16', '15', '14', '13', '12', '11']);
    expect(board.centre('10').x).toBe(board.centre('11').x);
    expect(board.centre('20').x).toBe(board.centre('21').x);
    expect(board.exit!.x).toBeGreaterThan(board.centre('30').x);
    expect(geometry(path, true).rows[0]![0]).toBe('30');
    expect(geometry(path, true).exit!.x).toBeLessThan(0);
  });

  it('stands a path upright, in columns from above', () => {
    const board = geometry(path, false, true);
    expect(board.rows).toHaveLength(10);
    expect(board.rows[0]).toEqual(['1', '20', '21']);
    expect(board.rows.at(-1)).toEqual(['10', '11', '30']);
    expect(board.exit!.y).toBeGreaterThan(board.centre('30').y);
    expect(board.at(board.centre('26'))).toBe('26');
    expect(geometry(path, true, true).rows[0]).toEqual(['30', '11', '10']);
    // Only paths stand.
    expect(geometry(full, false, true).rows).toEqual(geometry(full).rows);
  });
});

describe('arrow keys', () => {
  it('go to the neighbour and stop at the edge', () => {
    const board = geometry(full);
    expect(neighbour(board, 'c3', 'ArrowUp')).toBe('c4');
    expect(neighbour(board, 'c3', 'ArrowLeft')).toBe('b3');
    expect(neighbour(board, 'e5', 'ArrowRight')).toBe('e5');
    expect(neighbour(board, 'c5', 'ArrowUp')).toBe('c5');
    expect(neighbour(board, 'c3', 'x')).toBeNull();
  });

  it('reach every dark square without drifting', () => {
    const board = geometry(dark);
    expect(neighbour(board, 'c1', 'ArrowUp')).toBe('d2');
    expect(neighbour(board, 'd2', 'ArrowUp')).toBe('c3');
    expect(neighbour(board, 'd2', 'ArrowRight')).toBe('f2');
    const seen = new Set(['a1']);
    for (const square of seen) {
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
        seen.add(neighbour(board, square, key)!);
      }
    }
    expect(seen.size).toBe(32);
  });
});
