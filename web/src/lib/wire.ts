/** What the server sends and takes, as far as the page uses it. The authority is `/api/openapi.json`. */

export type GameKind = 'seega' | 'salta' | 'senet' | 'draughts' | 'diaballik';
export const GAMES: readonly GameKind[] = ['seega', 'salta', 'senet', 'draughts', 'diaballik'];

export type Side = 'first' | 'second';
export const other = (side: Side): Side => (side === 'first' ? 'second' : 'first');

/** A square's name: `c3` on a board, `26` on Senet's path. */
export type Square = string;

/** A place that a click can mean: a square, `reserve` (draughts), `off` (Senet). */
export type Spot = Square;

export type PieceKind =
  'stone' | 'sun' | 'moon' | 'star' | 'cone' | 'spool' | 'man' | 'king' | 'runner' | 'holder';

export interface Piece {
  side: Side;
  kind: PieceKind;
  /** Salta: 1–5; absent where pieces have none. */
  number?: number;
}

export interface Tray {
  kind: 'hand' | 'reserve' | 'off' | 'home' | 'distance';
  counts: [number, number];
}

export interface View {
  game: GameKind;
  shape: 'full' | 'dark' | 'path';
  files: number;
  ranks: number;
  pieces: [Square, Piece][];
  trays: Tray[];
  marks: Square[];
  goals: [Square, Square][];
  side: Side;
  thrown: number | null;
  left: [number, boolean] | null;
}

export interface Outcome {
  winner: Side | 'draw' | 'none';
  reason: string;
  points?: number;
}

export type GameEvent =
  | { event: 'threw'; side: Side; points: number }
  | { event: 'placed' | 'dropped'; piece: Piece; square: Square }
  | { event: 'moved'; piece: Piece; from: Square; to: Square }
  | { event: 'leapt'; piece: Piece; from: Square; over: Square; to: Square }
  | { event: 'captured' | 'to-reserve' | 'promoted' | 'came-home'; piece: Piece; square: Square }
  | { event: 'finished' | 'alone' | 'passed' | 'turn-ended'; side: Side }
  | { event: 'changed-places' | 'reborn'; piece: Piece; from: Square; to: Square }
  | { event: 'to-beauty' | 'to-water' | 'trial-again'; piece: Piece; square: Square }
  | { event: 'left-board'; piece: Piece; from: Square }
  | { event: 'ball-passed'; side: Side; from: Square; to: Square }
  | { event: 'extra-move'; side: Side; square: Square | null }
  | { event: 'placing-ended' }
  | { event: 'game-over'; outcome: Outcome };

export interface Warned {
  code: 'loses-at-once';
  reason: string;
  message: string;
}

export interface Legal {
  action: string;
  /** The spots that are clicked for it, in order; empty for `pass` and `end`. */
  path: Spot[];
  warning?: Warned;
}

export interface ResultOut {
  winner: Side | 'draw' | 'none';
  reason: string;
  points?: number;
  message: string;
}

export interface Entry {
  ply: number;
  turn?: number;
  side: Side;
  text: string;
  at_ms: number;
  events?: GameEvent[];
  /** What it did, in words. */
  said?: string[];
}

export interface Clock {
  left_ms: [number, number] | null;
  running: Side | null;
  now_ms: number;
}

export type ToAct = Side | 'chance' | 'none';

export interface Now {
  phase: 'open' | 'live' | 'over';
  ply: number;
  position: string;
  to_act: ToAct;
  view: View;
  legal: Legal[];
  clock: Clock;
  draw: Side | null;
  takeback: [Side, number] | null;
  rematch_by: Side | null;
  rematch: string | null;
  result: ResultOut | null;
}

export interface Player {
  kind: 'person' | 'guest' | 'bot' | 'engine' | 'nobody';
  account?: string;
  name?: string;
  level?: number;
}

export interface Throws {
  commit: string;
  secret: string | null;
  nonce_first: string | null;
  nonce_second: string | null;
}

export interface GameState extends Now {
  game: string;
  version: number;
  kind: GameKind;
  rules: string;
  start: string;
  opponent: 'engine' | 'link' | 'lobby' | 'local';
  time: string;
  rated: boolean;
  created_ms: number;
  rematch_of: string | null;
  players: [Player, Player];
  seats: Side[];
  throws: Throws | null;
  /** The engine's turn, while it waits for others: 1 is next. */
  engine?: { waiting: number };
  entries: Entry[];
  last: GameEvent[];
}

export interface Happened {
  game: string;
  version: number;
  kind:
    | 'begun'
    | 'played'
    | 'taken-back'
    | 'draw-offered'
    | 'draw-declined'
    | 'takeback-asked'
    | 'takeback-declined'
    | 'over'
    | 'rematch-offered'
    | 'rematch';
  seat?: Side;
  at_ms: number;
  entries?: Entry[];
  data: Record<string, unknown>;
  now?: Now;
}

export interface Preview {
  rules: string;
  before: string;
  position: string;
  to_act: ToAct;
  view: View;
  legal: Legal[];
  /** What can be thrown, each with its weight, if a throw is next. */
  odds: [string, number][];
  turn: 'incomplete' | 'may-go-on' | 'complete';
  /** The turn that the last action belongs to, from 1. */
  turn_number: number | null;
  events: GameEvent[][];
  /** What happened, in words. */
  said: string[];
  warnings: (Warned | null)[];
  result: ResultOut | null;
}

/** The text of a position that a hand has set up. */
export interface Composed {
  position: string;
  /** The pieces that may be put on the board. */
  palette: Piece[];
  /** Why it is no position, if it is none. */
  refused: Refused | null;
}

/** A position within a game that is being replayed. */
export interface Frame {
  ply: number;
  /** The turn of the last entry, from 1. */
  turn: number | null;
  position: string;
  to_act: ToAct;
  view: View;
  events: GameEvent[];
  said: string[];
}

export interface Illegal {
  action: string;
  reason: string;
  article: string;
  squares: Square[];
}

export interface Refused {
  code: string;
  message: string;
  illegal?: Illegal;
  ply?: number;
}

export interface Person {
  account: string;
  name: string | null;
  bot: boolean;
}

export type FromClient =
  | { type: 'hello'; lang: string; games: { game: string; since: number | null }[] }
  | { type: 'watch'; game: string; since: number | null; id: string }
  | { type: 'unwatch'; game: string; id: string }
  | { type: 'submit'; game: string; ply: number; actions: string[]; id: string }
  | { type: 'draw' | 'takeback'; game: string; answer: 'offer' | 'accept' | 'decline'; id: string }
  | { type: 'resign' | 'abort' | 'claim' | 'rematch'; game: string; id: string }
  | {
      type: 'analyse';
      id: string;
      rules: string;
      position?: string;
      actions: string[];
      lines: number;
      seconds?: number;
    }
  | { type: 'stop-analysis'; id: string }
  | { type: 'ping'; id: string };

/** From first's side: hundredths, a win in so many turns (negative: second's), or decided. */
export type Score = { cp: number } | { win: number } | { result: Side | 'draw' };

export interface AnalysisLine {
  score: Score;
  /** The expected result for first, 0 to 1. */
  value: number;
  line: string[];
}

export interface Analysis {
  id: string;
  position: string;
  depth: number;
  nodes: number;
  nps: number;
  score: Score | null;
  /** The expected result for first; where a throw is due, over all throws. */
  value: number | null;
  lines: AnalysisLine[];
  waiting: number | null;
  done: boolean;
}

export type ToClient =
  | { type: 'welcome'; you: Person | null; now_ms: number }
  | ({ type: 'state' } & GameState)
  | ({ type: 'event' } & Happened)
  | { type: 'ack'; id?: string; game: string; version: number; duplicate?: boolean }
  | ({ type: 'error'; id?: string; game?: string } & Refused)
  | ({ type: 'analysis' } & Analysis)
  /** The engine's turn has another place in the queue; 0: it waits no longer. */
  | { type: 'engine'; game: string; waiting: number }
  | { type: 'pong'; id?: string; now_ms: number };
