import type { PieceAnimation, Leg, Place, Role } from './animation';
import type { Point } from './geometry';
import { HELD } from './skins/signs';

export type Locate = (place: Place) => Point;

const SLIDE = 'cubic-bezier(0.35, 0, 0.2, 1)';
const RISE = 'cubic-bezier(0.25, 0.4, 0.6, 1)';
const FALL = 'cubic-bezier(0.4, 0, 0.75, 0.6)';

/** However long a chain is, no animation lasts longer than this. */
const LONGEST_MS = 2400;

/**
 * Plays an animation on the drawings that carry their role's index, with transforms and opacity only.
 * The returned function ends it at once.
 */
export function run(
  root: Element,
  animation: PieceAnimation,
  speed: number,
  locate: Locate,
  ended: () => void,
): () => void {
  const duration = Math.min(animation.length * speed, LONGEST_MS);
  const running: Animation[] = [];
  for (const element of root.querySelectorAll('[data-role]')) {
    const role = animation.roles[Number(element.getAttribute('data-role'))];
    if (!role) continue;
    const home = role.ends === null ? { x: 0, y: 0 } : locate(role.ends);
    const timing = { duration, fill: 'backwards' } as const;
    const where = role.look.kind === 'ball' ? held(locate) : locate;
    running.push(element.animate(movement(role, animation.length, where, home), timing));
    running.push(element.animate(visibility(role, animation.length), timing));
  }
  const timer = setTimeout(ended, duration);
  return () => {
    clearTimeout(timer);
    for (const one of running) one.cancel();
  };
}

/** From hand to hand rather than from middle to middle. */
function held(locate: Locate): Locate {
  return (place) => {
    const { x, y } = locate(place);
    return { x: x + HELD.x, y: y + HELD.y };
  };
}

/** Keyframes of where a role is, relative to the place where it is drawn. */
export function movement(role: Role, length: number, locate: Locate, home: Point): Keyframe[] {
  const frames: Keyframe[] = [];
  const add = (time: number, at: Point, lift = 0, scale = 1, easing = 'linear') => {
    const x = (at.x - home.x).toFixed(1);
    const y = (at.y - home.y - lift).toFixed(1);
    frames.push({
      offset: Math.min(1, time / length),
      transform: `translate(${x}px, ${y}px) scale(${scale})`,
      easing,
    });
  };
  add(0, locate(role.at));
  for (const leg of role.legs) leap(leg, locate, add);
  const last = role.legs.at(-1);
  add(length, locate(last?.to ?? role.at), 0, last?.manner === 'fade' ? 0.6 : 1);
  return frames;
}

type Add = (time: number, at: Point, lift?: number, scale?: number, easing?: string) => void;

function leap(leg: Leg, locate: Locate, add: Add) {
  const from = locate(leg.from);
  const to = locate(leg.to);
  if (leg.manner === 'fade') {
    add(leg.start, from, 0, 1, SLIDE);
    add(leg.end, to, 0, 0.6);
    return;
  }
  if (leg.manner === 'slide') {
    add(leg.start, from, 0, 1, SLIDE);
    add(leg.end, to);
    return;
  }
  const way = Math.hypot(to.x - from.x, to.y - from.y);
  const lift = Math.min(70, way * (leg.manner === 'fly' ? 0.16 : 0.13));
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  add(leg.start, from, 0, 1, RISE);
  add((leg.start + leg.end) / 2, middle, lift, 1.12, FALL);
  add(leg.end, to);
}

/** Keyframes of whether a role is seen: at once in, at once out, unless it fades on its last way. */
export function visibility(role: Role, length: number): Keyframe[] {
  const [from, until] = role.shown;
  const frames: Keyframe[] = [];
  const add = (time: number, opacity: number) => frames.push({ offset: Math.min(1, time / length), opacity });
  add(0, from > 0 ? 0 : 1);
  if (from > 0) {
    add(from, 0);
    add(from, 1);
  }
  if (role.ends !== null) {
    add(length, 1);
    return frames;
  }
  const last = role.legs.at(-1);
  if (role.fades && last) {
    add(last.manner === 'fade' ? last.start : (last.start + 2 * last.end) / 3, 1);
  } else {
    add(until, 1);
  }
  add(until, 0);
  add(length, 0);
  return frames;
}
