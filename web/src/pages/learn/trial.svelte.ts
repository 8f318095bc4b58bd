/** A position to try actions on. What is legal, what happens and why not, the core says. */
import { rules as core } from '../../core/rules.svelte';
import { ApiError } from '../../lib/error';
import { speed } from '../../lib/settings.svelte';
import { play as sound } from '../../lib/sound';
import type { GameEvent, Legal, Preview, Refused, Spot } from '../../lib/wire';

export class Trial {
  shown = $state.raw<Preview | null>(null);
  /** What led to what is shown, for the animation; empty where it is set up. */
  events = $state.raw<GameEvent[]>([]);
  /** The same in words. */
  said = $state.raw<string[]>([]);
  stamp = $state(0);
  /** Why the last attempt was refused. */
  refused = $state.raw<Refused | null>(null);
  /** What was played from the position so far. */
  actions = $state.raw<string[]>([]);

  #rules = '';
  #position: string | undefined;

  /** Sets a position up; actions are played on it at once. */
  async open(rules: string, position: string | null | undefined, actions: string[] = []): Promise<boolean> {
    this.#rules = rules;
    this.#position = position ?? undefined;
    await core.ready().catch(() => {});
    // Another position was set up meanwhile.
    if (this.#rules !== rules || this.#position !== (position ?? undefined)) return false;
    return this.#ask(actions, false);
  }

  /** Plays an action; false where it is refused. */
  play(action: string): boolean {
    return this.#ask([...this.actions, action], true);
  }

  choose(legal: Legal): boolean {
    return this.play(legal.action);
  }

  /** Goes back to this many actions. */
  back(to: number): boolean {
    return this.#ask(this.actions.slice(0, to), false);
  }

  /** Something clicked that is not legal: asks why. */
  attempt(path: Spot[]): void {
    try {
      core.preview({ rules: this.#rules, position: this.#position, actions: this.actions, attempt: path });
    } catch (error) {
      this.refused = refusal(error);
    }
  }

  #ask(actions: string[], moves: boolean): boolean {
    try {
      const shown = core.preview({ rules: this.#rules, position: this.#position, actions });
      this.actions = actions;
      this.refused = null;
      this.events = moves ? (shown.events.at(-1) ?? []) : [];
      // The words of what was played before come first, and are known already.
      this.said = moves ? shown.said.slice(this.shown?.said.length ?? 0) : [];
      this.shown = shown;
      this.stamp += 1;
      if (moves) sound(this.events);
      return true;
    } catch (error) {
      this.refused = refusal(error);
      return false;
    }
  }
}

function refusal(error: unknown): Refused {
  if (error instanceof ApiError) return error.refused;
  throw error;
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Waits until what was just played has been seen: a chain of leaps takes longer than a step. */
export function seen(events: readonly GameEvent[]): Promise<void> {
  const moves = events.filter((event) => 'from' in event).length;
  return wait(speed() === 0 ? 0 : speed() * Math.max(moves, 1) + 350);
}

/** Waits until a mistake has been seen, which takes its time also where nothing is animated. */
export const understood = (): Promise<void> => wait(speed() + 800);
