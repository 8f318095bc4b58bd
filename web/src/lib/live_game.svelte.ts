/**
 * A game that is played or watched here: its state as the server sends it, the half-made turn
 * that is not sent yet, and the position that is being looked at.
 */
import { api, ApiError } from './api';
import { live } from './live.svelte';
import { settings, speed } from './settings.svelte';
import { play as sound } from './sound';
import { taken } from './taken';
import type {
  Frame,
  GameEvent,
  GameState,
  Happened,
  Legal,
  Preview,
  Refused,
  Side,
  Spot,
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

export class LiveGame {
  state = $state.raw<GameState | null>(null);
  missing = $state(false);
  /** Actions of the turn that are not sent yet, and what they lead to. */
  pending = $state.raw<string[]>([]);
  preview = $state.raw<Preview | null>(null);
  /** The turn is whole and waits for a confirmation. */
  ready = $state(false);
  sending = $state(false);
  /** Actions whose preview is under way. */
  #asked = $state(0);
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

  #frames = $state.raw<ReadonlyMap<number, Frame>>(new Map());
  #fetching = new Map<number, Promise<void>>();
  /** The ply that is being fetched to be looked at. */
  #aim: number | null = null;
  /** What led to the position looked at, if it was stepped to. */
  #stepped = $state.raw<GameEvent[]>([]);
  #start = $state.raw<View | null>(null);
  #events = $state.raw<GameEvent[]>([]);
  #queued: GameEvent[] = [];
  #stamp = $state(0);
  /** What has happened and waits until what is being shown has been seen. */
  #held: Happened[] = [];
  #shownUntil = 0;
  /** When what the player's own action does has been drawn. */
  #drawnAt = 0;
  #stop: () => void;

  constructor(readonly id: string) {
    this.#stop = live.watch(id, {
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

  /** Whether the one who looks is to act. */
  get myTurn(): boolean {
    const { state } = this;
    return state?.phase === 'live' && this.seats.some((seat) => seat === state.to_act);
  }

  get watching(): boolean {
    return this.seats.length === 0;
  }

  /** The ply shown. */
  get ply(): number {
    return this.at ?? this.state?.ply ?? 0;
  }

  readonly picture = $derived.by<Picture | null>(() => {
    const { state } = this;
    if (!state) return null;
    const stamp = this.#stamp;
    if (this.at !== null && this.at !== state.ply) {
      const frame = this.#frames.get(this.at);
      if (frame) {
        const { position, view, events } = frame;
        return { position, view, legal: [], events: this.#stepped, last: events, stamp };
      }
    }
    if (this.preview) {
      const { position, view, legal, events } = this.preview;
      const open = !this.ready && !this.sending;
      const last = events.flat();
      return { position, view, legal: open ? legal : [], events: this.#events, last, stamp };
    }
    const legal = this.myTurn ? state.legal : [];
    const { position, view, last } = state;
    return { position, view, legal, events: this.#events, last, stamp };
  });

  /** How many pieces each side has taken in the position shown. */
  readonly taken = $derived.by<[number, number]>(() => {
    const { picture } = this;
    return this.#start && picture ? taken(this.#start, picture.view) : [0, 0];
  });

  #begin(state: GameState): void {
    const before = this.state;
    this.state = state;
    this.#held = [];
    this.queue = state.engine?.waiting ?? 0;
    if (!before) void this.#set(state);
    if (this.refused?.code === 'cannot-store') this.refused = null;
    // Received again, because another part of the page listens too: a hand keeps what it holds.
    if (before?.version === state.version) return;
    if (before?.ply !== state.ply) this.#drop();
    this.#frames = new Map();
    this.#fetching.clear();
    this.#events = [];
    this.#stamp += 1;
    this.#continue();
  }

  /** What stood on the board and beside it when the game began. */
  async #set({ rules, start }: GameState): Promise<void> {
    const preview = await api.preview({ rules, position: start }).catch(() => null);
    this.#start = preview?.view ?? null;
  }

  /** Whether these are the actions that were sent from here. */
  #isOwn({ entries, seat }: Happened): boolean {
    const first = entries?.[0];
    return this.sending && first?.ply === this.state?.ply && seat === first?.side;
  }

  /**
   * Lets the player's own action arrive on the board before the answer to it; and lets a frame be
   * drawn before it hears that the action is made, as both would be too much for one.
   */
  #arrive(event: Happened): void {
    const answers = (event.entries?.length ?? 0) > 0 && !this.#isOwn(event);
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

  #hear(event: Happened): void {
    const { state } = this;
    if (!state) return;
    let entries = state.entries;
    let last = state.last;
    if (event.kind === 'taken-back') {
      entries = entries.slice(0, event.data.ply);
      last = [];
      this.#present();
      this.#frames = new Map();
      this.#fetching.clear();
      this.#drop();
    }
    const fresh = event.entries ?? [];
    if (fresh.length > 0) {
      entries = [...entries, ...fresh];
      last = fresh.flatMap((entry) => entry.events ?? []);
      // What was shown while it was pending is not shown again.
      const own = this.#isOwn(event);
      const shown = own ? this.pending.length : 0;
      const events = fresh.slice(shown).flatMap((entry) => entry.events ?? []);
      this.#queued.push(...events);
      if (!own) sound(events);
      if (this.pending.length > 0) this.#drop();
      this.words = fresh.flatMap((entry) => entry.said ?? []).join('. ');
    }
    this.state = { ...state, entries, last, version: event.version, ...(event.now ?? {}) };
    if (event.kind === 'over') {
      if (event.now?.result) this.words = event.now.result.message;
      sound([{ event: 'game-over', outcome: { winner: 'none', reason: 'aborted' } }]);
      this.premove = null;
      // The secret of the throws is in the state of a finished game.
      if (state.throws) void this.#again();
    }
    if (event.kind === 'begun') void this.#again();
    if (event.now) {
      this.#events = this.#queued;
      this.#queued = [];
      // Without anything new to show, what is being shown goes on; so does a look back.
      const isNew = this.#events.length > 0 || event.kind === 'taken-back';
      if (isNew && this.at === null) this.#stamp += 1;
      this.#continue();
    }
  }

  async #again(): Promise<void> {
    const state = await api.game(this.id).catch(() => null);
    if (state && this.state && state.version >= this.state.version) {
      this.state = { ...this.state, players: state.players, seats: state.seats, throws: state.throws };
    }
  }

  /** Gives up the half-made turn. */
  #drop(): void {
    this.pending = [];
    this.preview = null;
    this.ready = false;
    this.sending = false;
    this.doubtful = null;
  }

  /** What follows without the player: a premove, a forced action. */
  #continue(): void {
    const { state } = this;
    if (!state || !this.myTurn || this.pending.length > 0) return;
    if (this.premove) {
      const [from, to] = [this.premove[0], this.premove.at(-1)];
      this.premove = null;
      const fitting = state.legal.filter((one) => one.path[0] === from && one.path.at(-1) === to);
      const [only] = fitting;
      if (fitting.length === 1 && only && !only.warning) {
        void this.act(only);
        return;
      }
    }
    const [only] = state.legal;
    if (settings.forced && state.legal.length === 1 && only && !only.warning) {
      setTimeout(() => {
        if (this.state?.version === state.version && this.pending.length === 0) void this.act(only);
      }, 500);
    }
  }

  /** Whether an action's answer is under way: nothing else can be played until it is there. */
  get waiting(): boolean {
    return this.#asked > 0 || this.sending;
  }

  /** Whether a whole turn waits for a confirmation. */
  get #confirm(): boolean {
    const slow = /d$/.test(this.state?.time ?? '');
    return settings.confirm === 'always' || (settings.confirm === 'slow' && slow);
  }

  /** Plays an action: asks what it does, shows that, and sends it when the turn is whole. */
  async act(legal: Legal, sure = false): Promise<void> {
    const { state } = this;
    if (!state || this.sending || this.ready || !this.myTurn) return;
    this.refused = null;
    this.#present();
    if (legal.warning && !sure) {
      this.doubtful = legal;
      return;
    }
    this.doubtful = null;
    const before = this.pending;
    const actions = [...before, legal.action];
    this.pending = actions;
    this.#asked += 1;
    try {
      const preview = await api.previewIn(this.id, actions);
      if (this.pending !== actions) return;
      this.preview = preview;
      this.#events = preview.events.at(-1) ?? [];
      sound(this.#events);
      this.#stamp += 1;
      const pace = speed();
      const now = performance.now();
      this.#shownUntil = pace > 0 ? now + pace + DRAWN_MS : 0;
      this.#drawnAt = pace > 0 ? now + FRAME_MS : 0;
    } catch (error) {
      if (this.pending === actions) this.pending = before;
      this.#fail(error);
      return;
    } finally {
      this.#asked -= 1;
    }
    if (this.preview.turn !== 'complete') return;
    if (this.#confirm) this.ready = true;
    else await this.send();
  }

  /** Sends the turn. */
  async send(): Promise<void> {
    const { state } = this;
    if (!state || this.sending || this.pending.length === 0) return;
    this.sending = true;
    this.ready = false;
    const { id: game, pending: actions } = this;
    const answer = await live.ask({ type: 'submit', game, ply: state.ply, actions });
    if (answer.type === 'error' && answer.code === 'cannot-store') {
      // Nothing is lost: the turn stays as it is and is sent again.
      this.sending = false;
      this.ready = true;
      this.refused = answer;
      setTimeout(() => {
        if (this.ready && this.pending === actions) void this.send();
      }, AGAIN_MS);
    } else if (answer.type === 'error') {
      this.#drop();
      this.#stamp += 1;
      this.refused = answer;
    }
  }

  /** Undoes the last action of the half-made turn. */
  async undo(): Promise<void> {
    if (this.sending || this.pending.length === 0) return;
    const actions = this.pending.slice(0, -1);
    this.ready = false;
    this.refused = null;
    this.pending = actions;
    this.#events = [];
    if (actions.length === 0) {
      this.#drop();
    } else {
      try {
        const preview = await api.previewIn(this.id, actions);
        if (this.pending === actions) this.preview = preview;
      } catch (error) {
        this.#drop();
        this.#fail(error);
      }
    }
    this.#stamp += 1;
  }

  /** Asks why the clicked spots are no action. */
  async attempt(path: Spot[]): Promise<void> {
    if (!this.myTurn || this.sending || this.at !== null) return;
    try {
      await api.previewIn(this.id, this.pending, path);
      this.refused = null;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** An action as text, in the notation of the rules. */
  async type(text: string): Promise<boolean> {
    const legal = (this.preview ?? this.state)?.legal.find((one) => one.action === text);
    if (legal) {
      await this.act(legal);
      return true;
    }
    try {
      // Another way to write a legal action, or the reason why it is none.
      await api.previewIn(this.id, [...this.pending, text]);
      await this.act({ action: text, path: [] });
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
    const answer = await live.ask({ ...message, game: this.id });
    this.refused = answer.type === 'error' ? answer : null;
  }

  /** Looks at the position after so many entries. */
  async look(ply: number): Promise<void> {
    const last = this.state?.ply ?? 0;
    const wanted = Math.max(0, Math.min(ply, last));
    if (wanted === last) {
      this.#present();
      this.#events = [];
      this.#stamp += 1;
      return;
    }
    this.#aim = wanted;
    const forward = wanted === this.ply + 1;
    await this.#fetch(wanted);
    // The player has gone elsewhere meanwhile.
    if (this.#aim !== wanted) return;
    this.#aim = null;
    const frame = this.#frames.get(wanted);
    if (!frame) return;
    this.at = wanted;
    this.#stepped = forward ? frame.events : [];
    this.#stamp += 1;
    sound(this.#stepped);
  }

  #present(): void {
    this.#aim = null;
    this.at = null;
  }

  /** Looks so many entries on or back, from where one looks or is about to. */
  step(by: number): Promise<void> {
    return this.look((this.#aim ?? this.ply) + by);
  }

  /** The last position up to the one shown in which a throw was due. */
  async throwDue(): Promise<string | null> {
    const at = this.ply;
    await this.#fetch(at);
    for (let ply = at; ply >= 0; ply -= 1) {
      const frame = this.#frames.get(ply);
      if (!frame) return null;
      if (frame.to_act === 'chance') return frame.position;
    }
    return null;
  }

  async #fetch(ply: number): Promise<void> {
    if (this.#frames.has(ply)) return;
    const from = Math.max(0, ply - 100);
    let fetching = this.#fetching.get(from);
    if (!fetching) {
      fetching = this.#fetchFrom(from).finally(() => this.#fetching.delete(from));
      this.#fetching.set(from, fetching);
    }
    await fetching;
  }

  async #fetchFrom(from: number): Promise<void> {
    const frames = await api.frames(this.id, from).catch(() => [] as Frame[]);
    const all = new Map(this.#frames);
    for (const frame of frames) all.set(frame.ply, frame);
    this.#frames = all;
  }
}
