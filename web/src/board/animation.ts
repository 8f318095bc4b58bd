import type { GameEvent, Piece, Side, Spot, Square, View } from '../lib/wire';

/**
 * How a position came to be, as an animation: which piece is seen where and when. It is worked out
 * backwards from the position that is reached, so that it always ends in what is shown.
 */
export interface PieceAnimation {
  /** In steps; the caller gives a step its length. */
  length: number;
  roles: Role[];
}

/** One drawing that is seen for a part of the animation. */
export interface Role {
  look: Look;
  /** The square whose piece in the position reached this is; null for what is gone by then. */
  ends: Square | null;
  /** Whether it goes gently, on its last leg; else at once. */
  fades: boolean;
  /** When it is seen, in steps. */
  shown: [number, number];
  /** Where it is before its first leg. */
  at: Place;
  /** How it goes on, in order of time; it rests between a leg's end and the next one's start. */
  legs: Leg[];
}

export type Look = Piece | { side: Side; kind: 'ball' };

export interface Leg {
  start: number;
  end: number;
  from: Place;
  to: Place;
  manner: Manner;
}

/** `slide` along the board, `leap` over something, `fly` a long way, `fade` on the spot. */
export type Manner = 'slide' | 'leap' | 'fly' | 'fade';

/** A square, `off` beyond the end of the path, or the tray of a side. */
export type Place = Spot | { tray: Side };

interface Actor {
  look: Look;
  at: Place;
  ends: Square | null;
  /** Latest first, as they are found. */
  looks: { look: Look; until: number }[];
  legs: Leg[];
  /** When it comes and goes. */
  from: number;
  until: number;
}

type Moving = Extract<GameEvent, { from: Square; to: Square }>;

/** The steps of an event's happening, and whether it shares those of the event before. */
function span(event: GameEvent, before: GameEvent | undefined): { steps: number; with: boolean } {
  switch (event.event) {
    case 'moved':
    case 'ball-passed':
    case 'left-board':
    case 'placed':
    case 'dropped':
      return { steps: 1, with: false };
    case 'leapt':
      return { steps: 1.1, with: false };
    case 'reborn':
      return { steps: 1.6, with: false };
    case 'changed-places':
      return { steps: 1, with: before?.event === 'moved' };
    case 'captured':
    case 'to-reserve':
      return {
        steps: 1,
        with: before?.event === 'captured' || before?.event === 'to-reserve',
      };
    default:
      return { steps: 0, with: false };
  }
}

/** Whether the player's own hand has already carried out this event, by dragging from `spot`. */
function carried(event: GameEvent, spot: Spot): boolean {
  if (event.event === 'dropped' || event.event === 'placed') return spot === 'reserve';
  return 'from' in event && event.event !== 'reborn';
}

/** `dragged`: the spot from which the player has just dragged the piece that these events move. */
export function animation(
  view: Pick<View, 'pieces'>,
  events: GameEvent[],
  dragged: Spot | null = null,
): PieceAnimation {
  const times: { start: number; end: number }[] = [];
  let length = 0;
  let began = 0;
  events.forEach((event, index) => {
    const { steps: whole, with: shared } = span(event, events[index - 1]);
    const steps = dragged !== null && length === 0 && carried(event, dragged) ? 0 : whole;
    // The sticks fall before a piece obeys them.
    const wait = event.event === 'threw' && index + 1 < events.length ? 3 : 0;
    if (!shared) began = length;
    const end = began + steps + wait;
    times.push({ start: began, end });
    length = Math.max(length, end);
  });

  const actors: Actor[] = view.pieces.map(([square, look]) => actor(look, square, square, length));
  const on = (square: Square, side: Side) =>
    actors.find((one) => one.at === square && one.look.kind !== 'ball' && one.look.side === side);
  const seen = (one: Actor, look: Look, until: number) => {
    one.looks.push({ look: one.look, until });
    one.look = look;
  };

  for (let index = events.length - 1; index >= 0; index--) {
    const event = events[index];
    const time = times[index];
    if (!event || !time) continue;
    switch (event.event) {
      case 'moved':
      case 'leapt':
      case 'changed-places':
      case 'reborn': {
        const one = on(event.to, event.piece.side);
        if (!one) break;
        one.legs.push({ ...time, from: event.from, to: event.to, manner: manner(event) });
        one.at = event.from;
        // The event tells what it was before: a man that became a king on the way.
        if (!alike(one.look, event.piece)) seen(one, event.piece, time.end);
        break;
      }
      case 'captured': {
        const one = actor(event.piece, event.square, null, time.end);
        const { square } = event;
        one.legs.push({ ...time, from: square, to: square, manner: 'fade' });
        actors.push(one);
        break;
      }
      case 'to-reserve': {
        const one = actor(event.piece, event.square, null, time.end);
        const to = { tray: event.piece.side };
        one.legs.push({ ...time, from: event.square, to, manner: 'fly' });
        actors.push(one);
        break;
      }
      case 'left-board': {
        const one = actor(event.piece, event.from, null, time.end);
        one.legs.push({ ...time, from: event.from, to: 'off', manner: 'fly' });
        actors.push(one);
        break;
      }
      case 'placed':
      case 'dropped': {
        const one = on(event.square, event.piece.side);
        if (!one) break;
        const from = { tray: event.piece.side };
        one.legs.push({ ...time, from, to: event.square, manner: 'fly' });
        one.at = from;
        one.from = time.start;
        break;
      }
      case 'ball-passed': {
        const giver = on(event.from, event.side);
        const taker = on(event.to, event.side);
        if (taker) seen(taker, { ...(taker.look as Piece), kind: 'runner' }, time.end);
        if (giver) seen(giver, { ...(giver.look as Piece), kind: 'holder' }, time.start);
        const ball = actor({ side: event.side, kind: 'ball' }, event.from, null, time.end);
        ball.from = time.start;
        ball.legs.push({ ...time, from: event.from, to: event.to, manner: 'fly' });
        actors.push(ball);
        break;
      }
      default:
    }
  }
  return { length, roles: actors.flatMap(roles) };
}

function actor(look: Look, at: Place, ends: Square | null, until: number): Actor {
  return { look, at, ends, looks: [], legs: [], from: 0, until };
}

function manner(event: Moving): Manner {
  if (event.event === 'leapt') return 'leap';
  if (event.event === 'moved') return 'slide';
  return event.event === 'changed-places' ? 'leap' : 'fly';
}

function alike(a: Look, b: Look): boolean {
  return a.side === b.side && a.kind === b.kind;
}

/** One role for every look of an actor; those without anything to do are left out. */
function roles(one: Actor): Role[] {
  if (one.legs.length === 0 && one.looks.length === 0) return [];
  const legs = [...one.legs].reverse();
  const looks = [...one.looks].reverse();
  const shown: Role[] = [];
  let from = one.from;
  let look = one.look;
  for (const { look: next, until } of looks) {
    if (until > from) {
      shown.push({ look, ends: null, fades: false, shown: [from, until], at: one.at, legs });
    }
    from = until;
    look = next;
  }
  const fades = one.ends === null && look.kind !== 'ball';
  shown.push({ look, ends: one.ends, fades, shown: [from, one.until], at: one.at, legs });
  return shown;
}

/** What of the last turn is shown: where pieces came from, where they went, what was taken. */
export interface Traces {
  from: Square[];
  to: Square[];
  taken: Square[];
  /** Where the ball flew. */
  passes: { side: Side; from: Square; to: Square }[];
}

export function traces(events: GameEvent[]): Traces {
  const from = new Set<Square>();
  const to = new Set<Square>();
  const taken = new Set<Square>();
  const passes: Traces['passes'] = [];
  for (const event of events) {
    switch (event.event) {
      case 'moved':
      case 'leapt':
      case 'reborn':
        from.add(event.from);
        to.add(event.to);
        break;
      case 'left-board':
        from.add(event.from);
        break;
      case 'placed':
      case 'dropped':
        to.add(event.square);
        break;
      case 'captured':
      case 'to-reserve':
        taken.add(event.square);
        break;
      case 'ball-passed':
        passes.push({ side: event.side, from: event.from, to: event.to });
        break;
      default:
    }
  }
  return {
    from: [...from].filter((square) => !to.has(square)),
    to: [...to].filter((square) => !taken.has(square)),
    taken: [...taken],
    passes,
  };
}
