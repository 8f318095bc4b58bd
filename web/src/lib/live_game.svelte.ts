/**
 * A game that is played or watched here: its state as the server sends it, what was played since
 * (the core says at once what it leads to), and the position that is being looked at.
 */
import { rules } from '../core/rules.svelte';

import { api, ApiError } from './api';
import { live } from './live.svelte';
import { local } from './local';
import { isLocal } from './local_id';
import { settings, speed } from './settings.svelte';
import { play as sound } from './sound';
import { taken } from './taken';
import { throwPoints } from './throws';
import type {
  Entry,
  Frame,
  GameEvent,
  GameState,
  Happened,
  Legal,
  Now,
  Preview,
  Refused,
  Side,
  Spot,
  ToAct,
  View,
} from './wire';

/** What the board shows. */
export interface Picture {
  position: string;
  view: View;
  legal: Legal[];
  events: GameEvent[];
  last: GameEvent[];
  stamp: number;
}

/** From an answer until its first frame is drawn. */
const DRAWN_MS = 80;
/** A turn that the server could not store is sent again after this. */
const AGAIN_MS = 1000;
/** A frame, and a little more. */
const FRAME_MS = 20;

/** So long a player sees that the only action there is will be played. */
const FORCED_MS = 500;
const PASS_MS = 1200;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class LiveGame {
  state = $state.raw<GameState | null>(null);
  missing = $state(false);
  /** Actions of the turn that are not sent yet. */
  pending = $state.raw<string[]>([]);
  /** Actions that were sent and that the server has not announced yet. */
  #sent = $state.raw<string[]>([]);
  /** Who is to act after those. */
  #after = $state.raw<ToAct | null>(null);
  /** What all of them lead to. */
  preview = $state.raw<Preview | null>(null);
  /** The turn is whole and waits for a confirmation. */
  ready = $state(false);
  /** Why something was refused. */
  refused = $state.raw<Refused | null>(null);
  /** An action that loses at once: ask first. */
  doubtful = $state.raw<Legal | null>(null);
  premove = $state.raw<Spot[] | null>(null);
  /** The ply that is looked at; null is the present. */
  at = $state<number | null>(null);
  /** The place of the engine's turn in the queue; 0: it doesn't wait. */
  queue = $state(0);
  /** The last words for a screen reader. */
  words = $state('');
  /** The game has ended before the player's eyes. */
  ended = $state(false);
  /** A pass that is about to be played by itself. */
  passing = $state(false);
  /** Up to this ply the player has thrown their own throws. */
  #thrown = $state(0);

  #frames = new Map<number, Frame>();
  /** What led to the position looked at, if it was stepped to. */
  #stepped = $state.raw<GameEvent[]>([]);
  #events = $state.raw<GameEvent[]>([]);
  #queued: GameEvent[] = [];
  /** Events that wait for the one that says how the game stands. */
  #together: Happened[] = [];
  #stamp = $state(0);
  /** What has happened and waits until what is being shown has been seen. */
  #held: Happened[] = [];
  #shownUntil = 0;
  /** When what the player's own action does has been drawn. */
  #drawnAt = 0;
  /** What a hand did before the core was there. */
  #waiting: (() => void) | null = null;
  /** The server, or this device. */
  #source: Pick<typeof live, 'watch' | 'ask'>;
  #stop: () => void;

  constructor(readonly id: string) {
    // If the core cannot be loaded there is only looking; the page says that it is missing.
    rules.ready().then(
      () => this.#continue(),
      () => {},
    );
    this.#source = isLocal(id) ? local : live;
    this.#stop = this.#source.watch(id, {
      state: (state) => this.#begin(state),
      event: (event) => this.#arrive(event),
      error: (refused) => {
        if (refused.code === 'not-found') this.missing = true;
        else this.refused = refused;
      },
      queue: (place) => (this.queue = place),
    });
  }

  close(): void {
    this.#stop();
  }

  get over(): boolean {
    return this.state?.phase === 'over';
  }

  get seats(): Side[] {
    return this.state?.seats ?? [];
  }

  /** Whether the one who looks is to act, after what was sent. */
  get myTurn(): boolean {
    const { state } = this;
    if (state?.phase !== 'live') return false;
    const next = this.#sent.length > 0 && this.#after ? this.#after : state.to_act;
    return this.seats.some((seat) => seat === next);
  }

  /** What was played and is not in the server's state yet. */
  get ahead(): string[] {
    return [...this.#sent, ...this.pending];
  }

  get sending(): boolean {
    return this.#sent.length > 0;
  }

  get watching(): boolean {
    return this.seats.length === 0;
  }

  /**
   * Whether the sticks lie in the player's hand: the server has thrown, and the page keeps it back
   * until the player throws.
   */
  get holding(): boolean {
    const { state } = this;
    if (!state || state.phase !== 'live' || this.ahead.length > 0) return false;
    return state.ply > this.#thrown && this.#keepsBack(state.entries.at(-1));
  }

  /** Whether an entry is a throw that the player makes by hand. */
  #keepsBack(entry: Entry | undefined): boolean {
    return (
      settings.throwing && !!entry && throwPoints(entry.text) !== null && this.seats.includes(entry.side)
    );
  }

  /** The player lets the sticks fall. */
  throw(): void {
    const thrown = this.state?.entries.at(-1);
    if (!this.holding || !thrown) return;
    this.#thrown = this.state!.ply;
    this.refused = null;
    this.at = null;
    // A throw that was made before the page was opened comes without what it does.
    const frame = thrown.events ? null : this.#frame(this.#thrown);
    this.#events = thrown.events ?? frame?.events ?? [];
    this.#stamp += 1;
    sound(this.#events);
    this.words = (thrown.said ?? frame?.said ?? []).join('. ');
    this.#continue();
  }

  /** The last ply that the player knows of. */
  get present(): number {
    return (this.state?.ply ?? 0) - (this.holding ? 1 : 0);
  }

  readonly entries = $derived(this.state?.entries.slice(0, this.present) ?? []);

  /** The ply shown. */
  get ply(): number {
    return this.at ?? this.present;
  }

  readonly picture = $derived.by<Picture | null>(() => {
    const { state } = this;
    if (!state) return null;
    const stamp = this.#stamp;
    if (this.holding && this.at === null) {
      const frame = this.#frame(this.present);
      // Until the core is there: a throw moves nothing.
      const view = frame?.view ?? { ...state.view, thrown: null };
      const { position } = frame ?? state;
      return { position, view, legal: [], events: this.#events, last: frame?.events ?? [], stamp };
    }
    if (this.at !== null && this.at !== state.ply) {
      const frame = this.#frames.get(this.at);
      if (frame) {
        const { position, view, events } = frame;
        return { position, view, legal: [], events: this.#stepped, last: events, stamp };
      }
    }
    const open = this.myTurn && !this.ready;
    if (this.preview) {
      const { position, view, legal, events } = this.preview;
      return { position, view, legal: open ? legal : [], events: this.#events, last: events.flat(), stamp };
    }
    const legal = open ? state.legal : [];
    const { position, view, last } = state;
    return { position, view, legal, events: this.#events, last, stamp };
  });

  /** What stood on the board and beside it when the game began. */
  readonly #opening = $derived.by<View | null>(() => {
    const game = this.state?.rules;
    const start = this.state?.start;
    return game && rules.loaded ? rules.preview({ rules: game, position: start }).view : null;
  });

  /** How many pieces each side has taken in the position shown. */
  readonly taken = $derived.by<[number, number]>(() => {
    const { picture } = this;
    return this.#opening && picture ? taken(this.#opening, picture.view) : [0, 0];
  });

  #begin(state: GameState): void {
    const before = this.state;
    this.state = state;
    this.#held = [];
    this.#together = [];
    this.queue = state.engine?.waiting ?? 0;
    this.refused = null;
    // Received again, because another part of the page listens too: a hand keeps what it holds.
    if (before?.version === state.version) return;
    if (before?.ply !== state.ply) this.#drop();
    this.#frames = new Map();
    this.#events = [];
    this.#stamp += 1;
    this.#continue();
  }

  /** How many of these entries were sent from here, and are shown already. */
  #own({ entries = [] }: Happened): number {
    if (entries[0]?.ply !== this.state?.ply) return 0;
    const other = entries.findIndex(({ text }, index) => text !== this.#sent[index]);
    return other < 0 ? entries.length : other;
  }

  /**
   * Lets the player's own action arrive on the board before the answer to it; and lets a frame be
   * drawn before it hears that the action is made, as both would be too much for one.
   */
  #arrive(event: Happened): void {
    const answers = (event.entries?.length ?? 0) > 0 && this.#own(event) === 0;
    const wait = (answers ? this.#shownUntil : this.#drawnAt) - performance.now();
    if (this.#held.length === 0 && wait <= 0) {
      this.#hear(event);
      return;
    }
    this.#held.push(event);
    if (this.#held.length > 1) return;
    setTimeout(() => {
      for (const held of this.#held.splice(0)) this.#arrive(held);
    }, wait);
  }

  /** An event after which the next one follows at once is taken together with that one. */
  #hear(event: Happened): void {
    this.#together.push(event);
    const { now } = event;
    if (!now) return;
    for (const one of this.#together.splice(0)) this.#take(one, now);
    this.#events = this.#queued;
    this.#queued = [];
    // Without anything new to show, what is being shown goes on; so does a look back.
    const isNew = this.#events.length > 0 || event.kind === 'taken-back';
    if (isNew && this.at === null) this.#stamp += 1;
    this.#continue();
  }

  #take(event: Happened, now: Now): void {
    const { state } = this;
    if (!state) return;
    let entries = state.entries;
    let last = state.last;
    if (event.kind === 'taken-back') {
      entries = entries.slice(0, event.data.ply);
      this.#thrown = Math.min(this.#thrown, event.data.ply);
      last = [];
      this.at = null;
      this.#frames = new Map();
      this.#drop();
    }
    const fresh = event.entries ?? [];
    if (fresh.length > 0) {
      entries = [...entries, ...fresh];
      last = fresh.flatMap((entry) => entry.events ?? []);
      // What was shown when it was played is not shown again.
      const shown = this.#own(event);
      const known = now.phase === 'live' && this.#keepsBack(fresh.at(-1)) ? fresh.slice(0, -1) : fresh;
      const events = known.slice(shown).flatMap((entry) => entry.events ?? []);
      this.#queued.push(...events);
      if (shown === 0) sound(events);
      // What was played meanwhile stands, unless the game has gone on otherwise.
      if (shown === fresh.length && shown < this.#sent.length + this.pending.length) {
        this.#sent = this.#sent.slice(shown);
      } else {
        this.#drop();
      }
      this.words = known.flatMap((entry) => entry.said ?? []).join('. ');
    }
    this.state = { ...state, entries, last, version: event.version, ...now };
    if (event.kind === 'over') {
      this.ended = true;
      if (now.result) this.words = now.result.message;
      sound([{ event: 'game-over', outcome: { winner: 'none', reason: 'aborted' } }]);
      this.premove = null;
      // The secret of the throws is in the state of a finished game.
      if (state.throws) void this.#again();
    }
    if (event.kind === 'begun') void this.#again();
  }

  async #again(): Promise<void> {
    if (isLocal(this.id)) return;
    const state = await api.game(this.id, this.state?.version ?? 0).catch(() => null);
    if (state && this.state && state.version >= this.state.version) {
      this.state = { ...this.state, players: state.players, seats: state.seats, throws: state.throws };
    }
  }

  /** Gives up what is ahead of the server's state. */
  #drop(): void {
    this.#sent = [];
    this.pending = [];
    this.preview = null;
    this.ready = false;
    this.doubtful = null;
  }

  /** What follows without the player: a premove, a forced action. */
  #continue(): void {
    const { state } = this;
    this.passing = false;
    if (!state || !rules.loaded || !this.myTurn || this.holding || this.ahead.length > 0) return;
    if (this.premove) {
      const [from, to] = [this.premove[0], this.premove.at(-1)];
      this.premove = null;
      const fitting = state.legal.filter((one) => one.path[0] === from && one.path.at(-1) === to);
      const [only] = fitting;
      if (fitting.length === 1 && only && !only.warning) {
        this.act(only);
        return;
      }
    }
    const [only] = state.legal;
    if (!only || state.legal.length > 1 || only.warning) return;
    const pass = only.path.length === 0;
    if (pass ? !settings.passes : !settings.forced) return;
    this.passing = pass;
    setTimeout(
      () => {
        this.passing = false;
        if (this.state?.version === state.version && this.ahead.length === 0) this.act(only);
      },
      pass ? PASS_MS : FORCED_MS,
    );
  }

  /** Whether a whole turn waits for a confirmation. */
  get #confirm(): boolean {
    const slow = /d$/.test(this.state?.time ?? '');
    return settings.confirm === 'always' || (settings.confirm === 'slow' && slow);
  }

  /** What these actions lead to after those that were sent. */
  #ask(actions: string[], attempt: Spot[] = []): Preview {
    const { rules: game, start: position, entries } = this.state!;
    const moves = [...entries.map(({ text }) => text), ...this.#sent];
    return rules.preview({ rules: game, position, moves, actions, attempt, turn: true });
  }

  /**
   * The server has sent what is legal, so a hand can act before the core is there: what it did last
   * is done when the core has come, if the game still stands as it did.
   */
  #whenLoaded(act: () => void): void {
    const version = this.state?.version;
    const first = this.#waiting === null;
    this.#waiting = () => {
      if (this.state?.version === version) act();
    };
    if (!first) return;
    const done = () => {
      const waiting = this.#waiting;
      this.#waiting = null;
      if (rules.loaded) waiting?.();
    };
    rules.ready().then(done, done);
  }

  /** Plays an action: shows what it does, and sends it when the turn is whole. */
  act(legal: Legal, sure = false): void {
    if (this.ready || !this.myTurn || this.holding) return;
    if (!rules.loaded) return this.#whenLoaded(() => this.act(legal, sure));
    this.refused = null;
    this.at = null;
    if (legal.warning && !sure) {
      this.doubtful = legal;
      return;
    }
    this.doubtful = null;
    const actions = [...this.pending, legal.action];
    try {
      this.preview = this.#ask(actions);
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.pending = actions;
    this.#events = this.preview.events.at(-1) ?? [];
    sound(this.#events);
    this.#stamp += 1;
    const pace = speed();
    const now = performance.now();
    this.#shownUntil = pace > 0 ? now + pace + DRAWN_MS : 0;
    this.#drawnAt = pace > 0 ? now + FRAME_MS : 0;
    if (this.preview.turn !== 'complete') return;
    if (this.#confirm) this.ready = true;
    else void this.send();
  }

  /** Sends the turn. */
  async send(): Promise<void> {
    const { state, preview } = this;
    if (!state || !preview || this.pending.length === 0) return;
    const { id: game, pending: actions } = this;
    const ply = state.ply + this.#sent.length;
    this.ready = false;
    this.#sent = [...this.#sent, ...actions];
    this.#after = preview.to_act;
    this.pending = [];
    const submit = () => this.#source.ask({ type: 'submit', game, ply, actions });
    let answer = await submit();
    while (answer.type === 'error' && answer.code === 'cannot-store') {
      // Nothing is lost: the turn stands, and is sent again.
      this.refused = answer;
      await pause(AGAIN_MS);
      if (this.#sent.length === 0 || (this.state?.ply ?? 0) > ply) return;
      answer = await submit();
    }
    if (this.refused?.code === 'cannot-store') this.refused = null;
    if (answer.type === 'error') {
      this.#drop();
      this.#events = [];
      this.#stamp += 1;
      this.refused = answer;
    }
  }

  /** Undoes the last action of the half-made turn. */
  undo(): void {
    if (this.pending.length === 0) return;
    this.pending = this.pending.slice(0, -1);
    this.ready = false;
    this.refused = null;
    this.#events = [];
    this.preview = this.ahead.length > 0 ? this.#ask(this.pending) : null;
    this.#stamp += 1;
  }

  /** Asks why the clicked spots are no action. */
  attempt(path: Spot[]): void {
    if (!this.myTurn || this.holding || this.at !== null) return;
    if (!rules.loaded) return this.#whenLoaded(() => this.attempt(path));
    try {
      this.#ask(this.pending, path);
      this.refused = null;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** An action as text, in the notation of the rules. */
  type(text: string): boolean {
    if (!this.state || !rules.loaded || this.holding) return false;
    const legal = (this.preview ?? this.state).legal.find((one) => one.action === text);
    try {
      // Another way to write a legal action, or the reason why it is none.
      if (!legal) this.#ask([...this.pending, text]);
      this.act(legal ?? { action: text, path: [] });
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  #fail(error: unknown): void {
    if (error instanceof ApiError) this.refused = error.refused;
    else throw error;
  }

  /** Does something other than playing: resign, draw, takeback, abort, claim, rematch. */
  async say(
    message:
      | { type: 'resign' | 'abort' | 'claim' | 'rematch' }
      | { type: 'draw' | 'takeback'; answer: 'offer' | 'accept' | 'decline' },
  ): Promise<void> {
    const answer = await this.#source.ask({ ...message, game: this.id });
    this.refused = answer.type === 'error' ? answer : null;
  }

  /** Looks at the position after so many entries. */
  look(ply: number): void {
    const last = this.present;
    const wanted = Math.max(0, Math.min(ply, last));
    if (wanted === last) {
      this.at = null;
      this.#events = [];
      this.#stamp += 1;
      return;
    }
    const forward = wanted === this.ply + 1;
    const frame = this.#frame(wanted);
    if (!frame) return;
    this.at = wanted;
    this.#stepped = forward ? frame.events : [];
    this.#stamp += 1;
    sound(this.#stepped);
  }

  /** Looks so many entries on or back. */
  step(by: number): void {
    this.look(this.ply + by);
  }

  /** The last position up to the one shown in which a throw was due. */
  throwDue(): string | null {
    for (let { ply } = this; ply >= 0; ply -= 1) {
      const frame = this.#frame(ply);
      if (!frame || frame.to_act === 'chance') return frame?.position ?? null;
    }
    return null;
  }

  /** How the game stood after so many entries. */
  #frame(ply: number): Frame | null {
    const { state } = this;
    if (!this.#frames.has(ply) && state && rules.loaded) {
      const moves = state.entries.map(({ text }) => text);
      const from = Math.max(0, ply - 100);
      for (const frame of rules.frames({ rules: state.rules, position: state.start, moves, from }))
        this.#frames.set(frame.ply, frame);
    }
    return this.#frames.get(ply) ?? null;
  }
}
