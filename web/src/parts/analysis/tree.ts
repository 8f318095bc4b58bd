/**
 * A tree of variations: what was tried at each place, with comments and marks. The first move after a
 * place goes on with its main line, the others are variations.
 */
export const MARKS = ['!!', '!', '!?', '?!', '?', '??'] as const;
export type Mark = (typeof MARKS)[number];

export interface Node {
  move: string;
  /** The number of the turn that the move belongs to. */
  turn: number;
  mark: Mark | '';
  comment: string;
  parent: Node | null;
  children: Node[];
}

/** A tree as it is kept: each move with the place of the one before it, -1 at the beginning. */
export type Flat = [before: number, move: string, mark: string, comment: string][];

/** Beyond this nothing is added: a notebook is for people. */
export const MOST_NODES = 4000;
const LONGEST_COMMENT = 2000;

export const newRoot = (): Node => ({
  move: '',
  turn: 0,
  mark: '',
  comment: '',
  parent: null,
  children: [],
});

/** The move after a place: the one that is there, or a new one as the last variation. */
export function grow(parent: Node, move: string, turn = 0): Node {
  const known = parent.children.find((child) => child.move === move);
  if (known) return known;
  const node: Node = { ...newRoot(), move, turn, parent };
  parent.children.push(node);
  return node;
}

/** The moves that lead to a place, without the root. */
export function pathTo(node: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node | null = node; at?.parent; at = at.parent) path.unshift(at);
  return path;
}

/** The main line after a place. */
export function onwards(node: Node): Node[] {
  const line: Node[] = [];
  for (let next = node.children[0]; next; next = next.children[0]) line.push(next);
  return line;
}

/** The variation that the place stands in takes the place of the line that it leaves. */
export function promote(node: Node): void {
  const branch = pathTo(node).findLast((one) => one.parent!.children[0] !== one);
  if (!branch) return;
  const { children } = branch.parent!;
  children.splice(children.indexOf(branch), 1);
  children.unshift(branch);
}

export const isMain = (node: Node): boolean => pathTo(node).every((one) => one.parent!.children[0] === one);

/** Takes a move out, and everything after it. */
export function cut(node: Node): void {
  const { children } = node.parent!;
  children.splice(children.indexOf(node), 1);
}

/** Moves that stand together in a list: a stretch of a line between its variations. */
export interface Block {
  depth: number;
  nodes: Node[];
}

export function blocks(root: Node): Block[] {
  const out: Block[] = [];
  // Lines that are still to be written, the next one last.
  const open: { first: Node; depth: number; alone: boolean }[] = [];
  if (root.children[0]) open.push({ first: root.children[0], depth: 0, alone: false });
  for (let line = open.pop(); line; line = open.pop()) {
    const { first, depth, alone } = line;
    const nodes: Node[] = [];
    for (let node: Node | undefined = first; node; node = node.children[0]) {
      nodes.push(node);
      const others = node === first && alone ? [] : node.parent!.children.slice(1);
      if (others.length === 0) continue;
      const [next] = node.children;
      if (next) open.push({ first: next, depth, alone: false });
      for (const other of others.reverse()) open.push({ first: other, depth: depth + 1, alone: true });
      break;
    }
    out.push({ depth, nodes });
  }
  return out;
}

export function flatten(root: Node): Flat {
  const flat: Flat = [];
  const open: [Node, number][] = root.children.map((child): [Node, number] => [child, -1]).reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, before] = next;
    const at = flat.push([before, node.move, node.mark, node.comment]) - 1;
    open.push(...node.children.map((child): [Node, number] => [child, at]).reverse());
  }
  return flat;
}

/** What was kept, as far as it can be one; turns are not numbered yet. */
export function unflatten(flat: unknown): Node {
  const root = newRoot();
  const nodes: Node[] = [];
  for (const one of Array.isArray(flat) ? (flat as unknown[]).slice(0, MOST_NODES) : []) {
    const [before, move, mark, comment] = (Array.isArray(one) ? one : []) as unknown[];
    const parent = before === -1 ? root : nodes[before as number];
    if (!parent || typeof move !== 'string') break;
    const node = grow(parent, move);
    node.mark = MARKS.find((known) => known === mark) ?? '';
    node.comment = commentOf(comment);
    nodes.push(node);
  }
  return root;
}

export const commentOf = (text: unknown): string =>
  typeof text === 'string' ? text.slice(0, LONGEST_COMMENT) : '';

/** The last moves of all lines. */
export function leaves(root: Node): Node[] {
  const out: Node[] = [];
  const open = [...root.children];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.children.length === 0) out.push(node);
    open.push(...node.children);
  }
  return out;
}

export const count = (root: Node): number => flatten(root).length;
