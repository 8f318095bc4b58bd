/**
 * A line that is being studied: a rule set, a position to begin from, actions of both sides and
 * throws, and the ply that is looked at. The server plays; this keeps what it said.
 */
import { api, ApiError } from '../../lib/api';
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

/** As much as the address carries. */
export interface Wanted {
  rules: string;
  position: string | undefined;
  moves: string[];
  at: number | null;
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
  moves = $state.raw<string[]>([]);
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
  #turn = 0;
  /** The answers that are under way. */
  #asked = $state(0);

  get frame(): Frame | null {
    return this.frames[this.at] ?? null;
  }

  get game(): GameKind {
    return this.rules.replace(/\(.*/, '') as GameKind;
  }

  /** Whether it is not known yet what can be done where the line is looked at. */
  get waiting(): boolean {
    return this.#asked > 0;
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

  /** Opens a line. What cannot be played of it is left out, and the reason shown. */
  async open({ rules, position, moves, at }: Wanted, reason: Refused | null = null): Promise<void> {
    const turn = ++this.#turn;
    try {
      const frames: Frame[] = [];
      let more: Frame[];
      do {
        more = await api.line({ rules, position, actions: moves, from: frames.length });
        if (turn !== this.#turn) return;
        frames.push(...more);
      } while (more.length > 0 && frames.length <= moves.length);
      const shown = Math.max(0, Math.min(at ?? moves.length, moves.length));
      const next = await api.preview({ rules, position, actions: moves.slice(0, shown) });
      if (turn !== this.#turn) return;
      Object.assign(this, { rules, position, moves, frames, at: shown, next });
      this.setUp = null;
      this.refused = reason;
      this.#show([]);
    } catch (error) {
      if (turn !== this.#turn) return;
      const refused = error instanceof ApiError ? error.refused : null;
      const cut = moves.indexOf(refused?.illegal?.action ?? '');
      if (cut >= 0) await this.open({ rules, position, moves: moves.slice(0, cut), at }, refused);
      else this.#fail(error);
    }
  }

  /** Plays an action, a throw, or whatever text was typed; the line after it is replaced. */
  async play(action: string): Promise<boolean> {
    const { rules, position, at } = this;
    if (action === this.moves[at]) {
      await this.look(at + 1);
      return true;
    }
    const turn = ++this.#turn;
    const actions = [...this.played, action];
    this.#asked += 1;
    try {
      const next = await api.preview({ rules, position, actions });
      if (turn !== this.#turn) return false;
      const events = next.events.at(-1) ?? [];
      this.moves = actions;
      this.frames = [
        ...this.frames.slice(0, at + 1),
        {
          ply: at + 1,
          turn: next.turn_number,
          position: next.position,
          to_act: next.to_act,
          view: next.view,
          events,
          said: next.said,
        },
      ];
      this.at = at + 1;
      this.next = next;
      this.refused = null;
      this.words = next.said.join('. ');
      sound(events);
      this.#show(events);
      return true;
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
      return false;
    } finally {
      this.#asked -= 1;
    }
  }

  act(legal: Legal): void {
    void this.play(legal.action);
  }

  /** Asks why the clicked spots are no action. */
  async attempt(path: Spot[]): Promise<void> {
    const { rules, position, played } = this;
    try {
      await api.preview({ rules, position, actions: played, attempt: path });
      this.refused = null;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Looks at the line after so many moves. */
  async look(ply: number): Promise<void> {
    const to = Math.max(0, Math.min(ply, this.moves.length));
    if (to === this.at || this.setUp) return;
    const turn = ++this.#turn;
    const forward = to === this.at + 1;
    const frame = this.frames[to];
    this.at = to;
    this.next = null;
    this.refused = null;
    if (forward) sound(frame?.events ?? []);
    this.words = frame?.said.join('. ') ?? '';
    this.#show(forward ? (frame?.events ?? []) : []);
    const { rules, position, played: actions } = this;
    this.#asked += 1;
    try {
      const next = await api.preview({ rules, position, actions });
      if (turn === this.#turn) this.next = next;
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    } finally {
      this.#asked -= 1;
    }
  }

  /** Takes the last move back. */
  async undo(): Promise<void> {
    const { at } = this;
    if (at === 0) return;
    await this.look(at - 1);
    this.moves = this.moves.slice(0, at - 1);
    this.frames = this.frames.slice(0, at);
  }

  #show(events: GameEvent[]): void {
    this.events = events;
    this.stamp += 1;
  }

  // ---- setting up ----

  async edit(): Promise<void> {
    const { rules, frame } = this;
    if (!frame) return;
    const like = frame.position;
    try {
      const composed = await api.compose({ rules, position: like });
      this.refused = null;
      this.setUp = { like, view: frame.view, side: frame.view.side, composed };
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Other pieces, or another side to act: the server says what text that is. */
  async compose(pieces: [Square, Piece][], side: Side): Promise<void> {
    const { rules, setUp } = this;
    if (!setUp) return;
    const turn = ++this.#turn;
    const view = { ...setUp.view, pieces, side, goals: [], marks: [], thrown: null };
    this.setUp = { ...setUp, view, side };
    try {
      const composed = await api.compose({ rules, position: setUp.like, pieces, side });
      if (turn !== this.#turn || !this.setUp) return;
      const like = composed.refused ? setUp.like : composed.position;
      this.setUp = { ...this.setUp, like, composed };
      this.refused = null;
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    this.refused = error.refused;
  }
}
