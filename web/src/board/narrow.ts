import type { Legal, Spot } from '../lib/wire';

/**
 * From clicks to an action. The legal actions are paths of spots; every click narrows them, and
 * when one is left it is the action. Nothing here knows what a path means in a game.
 */
export interface Selection {
  /** The spots clicked so far, each the next of the paths that are left. */
  path: Spot[];
  /** The actions that are still possible. */
  left: Legal[];
}

export type Click =
  | { kind: 'played'; legal: Legal }
  | { kind: 'selected'; selection: Selection }
  | { kind: 'cleared' }
  /** Fits no legal action: what was tried. */
  | { kind: 'attempted'; path: Spot[] };

/** The spots with which an action can begin. */
export function sources(legal: Legal[]): Set<Spot> {
  return new Set(legal.flatMap(({ path }) => path.slice(0, 1)));
}

/** Whether the next click always completes an action: stones are put on empty squares. */
export function isPlacing(legal: Legal[]): boolean {
  const paths = legal.filter(({ path }) => path.length > 0);
  return paths.length > 0 && paths.every(({ path }) => path.length === 1);
}

/** Where the selection can lead: `next` is the next spot of a path, `end` the last of a longer one. */
export function targets({ path, left }: Selection): Map<Spot, 'next' | 'end'> {
  const found = new Map<Spot, 'next' | 'end'>();
  for (const legal of left) {
    const last = legal.path.at(-1);
    if (last !== undefined && last !== path[0]) found.set(last, 'end');
  }
  for (const legal of left) {
    const next = legal.path[path.length];
    if (next !== undefined) found.set(next, 'next');
  }
  return found;
}

/** The spots of `targets` where every action that goes there comes with a warning. */
export function warned(selection: Selection): Set<Spot> {
  const { path, left } = selection;
  const safe = left.filter(({ warning }) => !warning).flatMap((legal) => legal.path.slice(path.length));
  return new Set([...targets(selection).keys()].filter((spot) => !safe.includes(spot)));
}

function settle(path: Spot[], left: Legal[]): Click {
  const exact = left.find((legal) => legal.path.length === path.length);
  const [only] = left;
  // Once a second spot has been chosen, a single action that is left needs no more clicks.
  if (only && left.length === 1 && (exact || path.length > 1)) {
    return { kind: 'played', legal: only };
  }
  return { kind: 'selected', selection: { path, left } };
}

/** Begins with a spot, whatever was selected. */
export function select(legal: Legal[], spot: Spot): Click {
  const left = legal.filter(({ path }) => path[0] === spot);
  if (left.length > 0) return settle([spot], left);
  if (isPlacing(legal)) return { kind: 'attempted', path: [spot] };
  return { kind: 'cleared' };
}

/** The selection's way on over `spot`; null if no action that is left goes there. */
export function advance({ path, left }: Selection, spot: Spot): Click | null {
  const next = left.filter((legal) => legal.path[path.length] === spot);
  if (next.length > 0) return settle([...path, spot], next);
  const rest = (legal: Legal) => legal.path.slice(path.length);
  const ending = left.filter((legal) => rest(legal).at(-1) === spot);
  const through = ending.length > 0 ? ending : left.filter((legal) => rest(legal).includes(spot));
  const [only] = through;
  if (!only) return null;
  if (through.length === 1) return { kind: 'played', legal: only };
  // Several ways lead there: go as far as they agree, and let the next click decide.
  const shared = [...path];
  for (;;) {
    const step = only.path[shared.length];
    if (step === undefined || !through.every((legal) => legal.path[shared.length] === step)) break;
    shared.push(step);
  }
  return { kind: 'selected', selection: { path: shared, left: through } };
}

/** A click on a spot. `held` is whether a piece of the side to act stands there. */
export function click(legal: Legal[], selection: Selection | null, spot: Spot, held: boolean): Click {
  if (!selection) return begin(legal, spot, held);
  const { path } = selection;
  if (path.at(-1) === spot) {
    // A second click on the same spot: plays what ends here though others go on, or lets go.
    const exact = selection.left.find((one) => one.path.length === path.length);
    if (exact && path.length > 1) return { kind: 'played', legal: exact };
    const again = selection.left.some((one) => one.path[path.length] === spot);
    if (!again) return { kind: 'cleared' };
  }
  // A round trip ends where it began; there a click lets go as everywhere, and the way is
  // chosen by a square in between.
  if (spot === path[0] && path.length === 1) return { kind: 'cleared' };
  const on = advance(selection, spot);
  if (on) return on;
  if (sources(legal).has(spot) || held) return begin(legal, spot, held);
  return { kind: 'attempted', path: [...path, spot] };
}

function begin(legal: Legal[], spot: Spot, held: boolean): Click {
  const begun = select(legal, spot);
  if (begun.kind !== 'cleared' || !held) return begun;
  // A piece that can't move may be taken up all the same: trying it is how one asks why not.
  return { kind: 'selected', selection: { path: [spot], left: [] } };
}

/** A drag from one spot to another: always an action or an attempt, never a new selection. */
export function drag(legal: Legal[], selection: Selection | null, from: Spot, to: Spot): Click {
  if (from === to) return { kind: 'cleared' };
  const begun =
    selection && selection.path.at(-1) === from
      ? selection
      : { path: [from], left: legal.filter(({ path }) => path[0] === from) };
  return advance(begun, to) ?? { kind: 'attempted', path: [...begun.path, to] };
}
