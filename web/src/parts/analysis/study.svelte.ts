/**
 * What is being studied: a rule set, a position to begin from, a tree of actions and throws with notes,
 * a line through it, and the ply that is looked at. The core plays; this keeps what it said.
 */
import { rules as core } from '../../core/rules.svelte';
import { ApiError } from '../../lib/error';
import { play as sound } from '../../lib/sound';
import type {
  Composed,
  Frame,
  GameEvent,
  GameKind,
  Legal,
  Piece,
  Preview,
  Refused,
  Side,
  Spot,
  Square,
  View,
} from '../../lib/wire';

import * as tree from './tree';

/** As much as the address carries. */
export interface Wanted {
  rules: string;
  position: string | undefined;
  moves: string[];
  at: number | null;
}

/** Where a tree is kept. */
interface Book {
  id: string;
  title: string;
}

/** A position that is being set up by hand. */
interface SetUp {
  /** The last text that was a position: the rest of the text follows it. */
  like: string;
  view: View;
  side: Side;
  composed: Composed;
}

export class Study {
  rules = $state('');
  /** The position that the line begins from; undefined is the start of the game. */
  position = $state<string | undefined>(undefined);
  /** Everything that was tried. A plain structure: `changes` counts what is done to it. */
  root = $state.raw(tree.newRoot());
  changes = $state(0);
  /** Counts what the reader has done to this tree. */
  edits = $state(0);
  /** The notebook that the tree is kept in, and what it is called. */
  book = $state<string | null>(null);
  title = $state('');
  /** The line that is shown: the moves to the place looked at, and the main line from there. */
  line = $state.raw<tree.Node[]>([]);
  readonly moves = $derived(this.line.map(({ move }) => move));
  at = $state(0);
  /** How the line stands after each move. */
  frames = $state.raw<Frame[]>([]);
  /** What can be done where the line is looked at. */
  next = $state.raw<Preview | null>(null);
  refused = $state.raw<Refused | null>(null);
  setUp = $state.raw<SetUp | null>(null);
  stamp = $state(0);
  events = $state.raw<GameEvent[]>([]);
  words = $state('');

  get frame(): Frame | null {
    return this.frames[this.at] ?? null;
  }

  get game(): GameKind {
    return this.rules.replace(/\(.*/, '') as GameKind;
  }

  /** The moves up to the one looked at. */
  get played(): string[] {
    return this.moves.slice(0, this.at);
  }

  /** Whether this is what is shown already. */
  shows({ rules, position, moves, at }: Wanted): boolean {
    return (
      this.frames.length > 0 &&
      rules === this.rules &&
      position === this.position &&
      (at ?? moves.length) === this.at &&
      moves.join() === this.moves.join()
    );
  }

  /** The place that is looked at. */
  get place(): tree.Node {
    return this.line[this.at - 1] ?? this.root;
  }

  /**
   * Opens a line: in the tree that is there, if it begins at the same place. What cannot be played of
   * it is left out, and the reason shown.
   */
  open({ rules, position, moves, at }: Wanted, reason: Refused | null = null): void {
    try {
      const frames = framesOf({ rules, position, moves });
      if (rules !== this.rules || position !== this.position || this.frames.length === 0) {
        this.root = tree.newRoot();
        Object.assign(this, { edits: 0, book: null, title: '' });
      }
      let node = this.root;
      moves.forEach((move, index) => (node = tree.grow(node, move, frames[index + 1]?.turn ?? 0)));
      Object.assign(this, { rules, position, frames, line: tree.pathTo(node) });
      this.setUp = null;
      this.changes += 1;
      const shown = Math.max(0, Math.min(at ?? moves.length, moves.length));
      this.#go(node, shown, []);
      this.refused = reason;
    } catch (error) {
      const refused = error instanceof ApiError ? error.refused : null;
      const cut = moves.indexOf(refused?.illegal?.action ?? '');
      if (cut >= 0) this.open({ rules, position, moves: moves.slice(0, cut), at }, refused);
      else this.#fail(error);
    }
  }

  /** Opens a whole tree; lines that cannot be played are left out from there on. */
  openTree(rules: string, position: string | undefined, root: tree.Node, book?: Book): void {
    for (const leaf of tree.leaves(root)) {
      const path = tree.pathTo(leaf);
      const number = (nodes: tree.Node[]) => {
        const frames = framesOf({ rules, position, moves: nodes.map(({ move }) => move) });
        nodes.forEach((node, index) => (node.turn = frames[index + 1]?.turn ?? 0));
      };
      try {
        number(path);
      } catch (error) {
        const refused = error instanceof ApiError ? error.refused : null;
        const wrong = path.findIndex(({ move }) => move === refused?.illegal?.action);
        if (wrong < 0) throw error;
        tree.cut(path[wrong]!);
        number(path.slice(0, wrong));
      }
    }
    this.frames = [];
    this.line = [];
    this.open({ rules, position, moves: [], at: null });
    Object.assign(this, { root, book: book?.id ?? null, title: book?.title ?? '' });
    this.#go(root, 0, []);
  }

  /** Shows the line through a node, looked at after so many moves. */
  #go(node: tree.Node, at: number, events: GameEvent[]): void {
    const { rules, position } = this;
    const line = [...tree.pathTo(node), ...tree.onwards(node)];
    const moves = line.map(({ move }) => move);
    let same = 0;
    while (same < line.length && line[same] === this.line[same] && this.frames[same + 1]) same += 1;
    const known = this.frames.slice(0, same + 1);
    const fresh = framesOf({ rules, position, moves }, known.length);
    this.frames = [...known, ...fresh];
    this.next = core.preview({ rules, position, actions: moves.slice(0, at) });
    this.line = line;
    this.at = at;
    this.refused = null;
    this.#show(events);
  }

  /** Looks at a place anywhere in the tree. */
  visit(node: tree.Node): void {
    if (this.setUp) return;
    this.#go(node, tree.pathTo(node).length, []);
    this.words = this.frame?.said.join('. ') ?? '';
  }

  /** Plays an action, a throw, or whatever text was typed; another line stays as a variation. */
  play(action: string): boolean {
    const { rules, position, at, place } = this;
    if (action === this.moves[at]) {
      this.look(at + 1);
      return true;
    }
    try {
      const moves = [...this.played, action];
      const [frame] = core.frames({ rules, position, moves, from: at + 1 });
      if (!frame || tree.count(this.root) >= tree.MOST_NODES) return false;
      const node = tree.grow(place, action, frame.turn ?? 0);
      this.#edited();
      this.#go(node, at + 1, frame.events);
      this.words = frame.said.join('. ');
      sound(frame.events);
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  act(legal: Legal): void {
    this.play(legal.action);
  }

  /** Asks why the clicked spots are no action. */
  attempt(path: Spot[]): void {
    const { rules, position, played } = this;
    try {
      core.preview({ rules, position, actions: played, attempt: path });
      this.refused = null;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Looks at the line after so many moves. */
  look(ply: number): void {
    const to = Math.max(0, Math.min(ply, this.moves.length));
    if (to === this.at || this.setUp) return;
    const forward = to === this.at + 1;
    const frame = this.frames[to];
    this.at = to;
    const { rules, position, played: actions } = this;
    this.next = core.preview({ rules, position, actions });
    this.refused = null;
    if (forward) sound(frame?.events ?? []);
    this.words = frame?.said.join('. ') ?? '';
    this.#show(forward ? (frame?.events ?? []) : []);
  }

  /** Takes the last move back; if something follows it, it only steps back. */
  undo(): void {
    const { place } = this;
    if (this.at === 0) return;
    if (place.children.length === 0) this.remove();
    else this.look(this.at - 1);
  }

  // ---- the notebook ----

  /** Takes the move looked at out, and everything after it. */
  remove(): void {
    const { place } = this;
    if (!place.parent) return;
    tree.cut(place);
    this.#edited();
    this.#go(place.parent, this.at - 1, []);
  }

  promote(): void {
    tree.promote(this.place);
    this.#edited();
  }

  note(changes: Partial<Pick<tree.Node, 'mark' | 'comment'>>): void {
    Object.assign(this.place, changes);
    this.#edited();
  }

  #edited(): void {
    this.changes += 1;
    this.edits += 1;
  }

  #show(events: GameEvent[]): void {
    this.events = events;
    this.stamp += 1;
  }

  // ---- setting up ----

  edit(): void {
    const { rules, frame } = this;
    if (!frame) return;
    const like = frame.position;
    try {
      const composed = core.compose({ rules, position: like });
      this.refused = null;
      this.setUp = { like, view: frame.view, side: frame.view.side, composed };
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Other pieces, or another side to act: the core says what text that is. */
  compose(pieces: [Square, Piece][], side: Side): void {
    const { rules, setUp } = this;
    if (!setUp) return;
    const view = { ...setUp.view, pieces, side, goals: [], marks: [], thrown: null };
    try {
      const composed = core.compose({ rules, position: setUp.like, pieces, side });
      const like = composed.refused ? setUp.like : composed.position;
      this.setUp = { like, view, side, composed };
      this.refused = null;
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    this.refused = error.refused;
  }
}

/** How a line stands after each of its moves, from a ply on. */
function framesOf(line: { rules: string; position: string | undefined; moves: string[] }, from = 0): Frame[] {
  const frames: Frame[] = [];
  while (from + frames.length <= line.moves.length) {
    const more = core.frames({ ...line, from: from + frames.length });
    if (more.length === 0) break;
    frames.push(...more);
  }
  return frames;
}
