import { describe, expect, it } from 'vitest';

import { blocks, cut, flatten, grow, isMain, newRoot, onwards, pathTo, promote, unflatten } from './tree';

/** a b c, with d e instead of b c, and f instead of e. */
function sample() {
  const root = newRoot();
  const a = grow(root, 'a', 1);
  const b = grow(a, 'b', 2);
  const c = grow(b, 'c', 3);
  const d = grow(a, 'd', 2);
  const e = grow(d, 'e', 3);
  const f = grow(d, 'f', 3);
  return { root, a, b, c, d, e, f };
}
const texts = (nodes: { move: string }[]) => nodes.map(({ move }) => move).join(' ');
const shown = (root: ReturnType<typeof newRoot>) =>
  blocks(root).map(({ depth, nodes }) => `${depth}: ${texts(nodes)}`);

describe('a tree of variations', () => {
  it('keeps the old line when another move is played', () => {
    const { root, a, b, d } = sample();
    expect(texts(onwards(root))).toBe('a b c');
    expect(grow(a, 'd')).toBe(d);
    expect(grow(a, 'b')).toBe(b);
    expect(a.children.length).toBe(2);
  });

  it('lists variations after the move that they replace', () => {
    expect(shown(sample().root)).toEqual(['0: a b', '1: d e', '2: f', '0: c']);
  });

  it('promotes the variation that a move stands in, one level at a time', () => {
    const { root, f } = sample();
    promote(f);
    expect(shown(root)).toEqual(['0: a b', '1: d f', '2: e', '0: c']);
    expect(isMain(f)).toBe(false);
    promote(f);
    expect(texts(onwards(root))).toBe('a d f');
    expect(isMain(f)).toBe(true);
  });

  it('takes out a move with what follows', () => {
    const { root, d } = sample();
    cut(d);
    expect(shown(root)).toEqual(['0: a b c']);
  });

  it('is the same after it was kept', () => {
    const { root, f, c } = sample();
    f.mark = '??';
    c.comment = 'so';
    const again = unflatten(JSON.parse(JSON.stringify(flatten(root))));
    expect(flatten(again)).toEqual(flatten(root));
    expect(texts(pathTo(again.children[0]!.children[1]!.children[1]!))).toBe('a d f');
  });

  it('takes nothing that is no tree', () => {
    for (const bad of [
      null,
      'x',
      [[5, 'a']],
      [[-1, 7]],
      [
        [-1, 'a'],
        [1, 'b'],
      ],
    ]) {
      expect(flatten(unflatten(bad)).length).toBeLessThan(2);
    }
  });
});
