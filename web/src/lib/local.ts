/**
 * Games on this device alone: the core judges, the engine answers from its worker, IndexedDB keeps.
 * A page watches and asks them as it does a game of the server, so that it needs to know no difference.
 */
import { Engine, type Question } from '../core/engine';
import { Proof } from '../core/proof';
import { type Stand, rules } from '../core/rules.svelte';
import { outcomeText } from '../parts/lists/naming';

import { ApiError } from './error';
import { t } from './i18n.svelte';
import { isLocal, newLocal } from './local_id';
import * as store from './store';
import type { Answer, Asked, Listener } from './live.svelte';
import { other } from './wire';
import type {
  Entry,
  GameState,
  Happened,
  Listed,
  NewGame,
  Now,
  Player,
  Refused,
  ResultOut,
  Side,
} from './wire';

/** A game as it is kept. */
interface Kept {
  id: string;
  rules: string;
  start: string | null;
  opponent: 'engine' | 'local';
  level: number | null;
  /** The computer plays by the proof that first wins, not by its level. */
  proof?: boolean;
  side: Side;
  created_ms: number;
  ended_ms: number | null;
  entries: { text: string; at_ms: number }[];
  /** Who gave up. */
  resigned: Side | null;
  aborted: boolean;
  /** Where the throws come from: a takeback gives the same ones again. */
  seed: number;
  version: number;
  rematch: string | null;
}

const random = () => crypto.getRandomValues(new Uint32Array(1))[0]!;

/** The whole number below 2³² that a seed and a number give. */
function scatter(seed: number, number: number): number {
  let mixed = (seed ^ Math.imul(number + 1, 0x9e3779b1)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** One game that is open on this page. */
class Local {
  readonly listeners = new Set<Listener>();
  #engine: Engine | null = null;
  #asked: Promise<unknown> = Promise.resolve();
  /** Whether something follows at the moment. */
  #going = false;
  #failed = false;

  constructor(
    public kept: Kept,
    public stand: Stand,
  ) {}

  static async open(id: string): Promise<Local | null> {
    const kept = await store.get<Kept>('games', id).catch(() => null);
    if (!kept) return null;
    await rules.ready();
    return new Local(kept, standOf(kept));
  }

  close(): void {
    this.#engine?.end();
  }

  get #over(): boolean {
    const { resigned, aborted } = this.kept;
    return resigned !== null || aborted || this.stand.result !== null;
  }

  state(): GameState {
    const { id, opponent, created_ms, entries, side, version } = this.kept;
    const { rules: set, start, view } = this.stand;
    return {
      game: id,
      version,
      kind: view.game,
      rules: set,
      start,
      opponent,
      time: 'none',
      rated: false,
      accept_bots: false,
      public: false,
      private: false,
      created_ms,
      rematch_of: null,
      players: playersOf(this.kept),
      seats: opponent === 'local' ? ['first', 'second'] : [side],
      // Throws of this device: nothing was committed to.
      throws: hasThrows(this.stand)
        ? { commit: '', secret: null, nonce_first: null, nonce_second: null }
        : null,
      entries: this.stand.entries.map((entry, index) => logged(entry, entries[index]!.at_ms)),
      last: this.#lastTurn(),
      ...this.#now(),
    };
  }

  #lastTurn(): GameState['last'] {
    const last = this.stand.entries.at(-1);
    return this.stand.entries.filter(({ turn }) => turn === last?.turn).flatMap(({ events }) => events ?? []);
  }

  #now(): Now {
    const { view, position, legal, to_act } = this.stand;
    const over = this.#over;
    const mayTakeBack = (side: Side) => !over && this.#takeBackTo(side) !== null;
    const acted = (side: Side) => this.stand.entries.some((entry) => !entry.throw && entry.side === side);
    return {
      phase: over ? 'over' : 'live',
      ply: this.kept.entries.length,
      position,
      to_act: over ? 'none' : to_act,
      view,
      legal: over ? [] : legal,
      clock: { left_ms: null, running: null, now_ms: Date.now() },
      draw: null,
      takeback: null,
      may_take_back: [mayTakeBack('first'), mayTakeBack('second')],
      may_abort: !over && !(acted('first') && acted('second')),
      engine_failed: this.#failed,
      rematch_by: null,
      rematch: this.kept.rematch,
      result: this.#result(),
    };
  }

  #result(): ResultOut | null {
    const { resigned, aborted } = this.kept;
    if (resigned === null && !aborted) return this.stand.result;
    const winner = resigned ? other(resigned) : 'none';
    const reason = resigned ? 'resign' : 'aborted';
    const message = outcomeText({ ...listed(this.kept, this.stand), winner, reason, points: null });
    return { winner, reason, message };
  }

  /** Plays entries, keeps them, and then says so. */
  async #play(texts: string[], seat?: Side): Promise<void> {
    const at_ms = Date.now();
    const before = this.kept.entries.length;
    const entries = [...this.kept.entries, ...texts.map((text) => ({ text, at_ms }))];
    const stand = standOf({ ...this.kept, entries });
    const ended = stand.result ? { ended_ms: at_ms } : {};
    // What the core gives back is the text that is kept: several may mean one action.
    const plain = entries.map((entry, index) => ({ ...entry, text: stand.entries[index]!.text }));
    await this.#keep({ entries: plain, ...ended });
    this.stand = stand;
    const fresh = stand.entries.slice(before).map((entry) => logged(entry, at_ms));
    this.#tell({ kind: 'played', data: { left_ms: [0, 0] }, seat, entries: fresh });
    if (stand.result) this.#ended();
  }

  #ended(): void {
    const { winner, reason, points } = this.#result()!;
    this.#tell({ kind: 'over', data: { winner, reason, points: points ?? null } });
  }

  /** What the engine was asked is not wanted any more. */
  #halt(): void {
    this.#engine?.stop();
    this.#going = false;
    this.#failed = false;
  }

  async #keep(changes: Partial<Kept>): Promise<void> {
    const kept = { ...this.kept, ...changes };
    await store.put('games', kept.id, kept);
    this.kept = kept;
  }

  #tell(what: Partial<Happened> & Pick<Happened, 'kind'>): void {
    this.kept = { ...this.kept, version: this.kept.version + 1 };
    const { id: game, version } = this.kept;
    const happened = { game, version, at_ms: Date.now(), entries: [], now: this.#now(), ...what };
    for (const one of this.listeners) one.event(happened as Happened);
  }

  /** What follows without the player: throws, and the engine's turns. */
  async goOn(): Promise<void> {
    if (this.#going) return;
    this.#going = true;
    try {
      await this.#follow();
    } catch {
      this.#failed = true;
      this.#tell({ kind: 'engine-failed', data: {} });
    }
    this.#going = false;
  }

  async #follow(): Promise<void> {
    for (;;) {
      const { kept, stand } = this;
      if (this.#over) return;
      if (stand.to_act === 'chance') {
        await this.#play([this.#throw()]);
      } else if (kept.level !== null && stand.to_act !== kept.side) {
        const { level, proof } = kept;
        this.#engine ??= proof ? new Proof() : new Engine();
        const at = { rules: stand.rules, position: stand.start, moves: kept.entries.map(({ text }) => text) };
        const question: Question = proof
          ? { ask: 'proven', ...at }
          : { ask: 'turn', level, seed: random(), ...at };
        const { actions } = await this.#engine.ask<{ actions: string[] }>(question);
        await this.#play(actions, other(kept.side));
      } else {
        return;
      }
    }
  }

  #throw(): string {
    const { odds, entries } = this.stand;
    const total = odds.reduce((sum, [, weight]) => sum + weight, 0);
    const number = entries.filter((entry) => entry.throw).length;
    let left = scatter(this.kept.seed, number) % total;
    return odds.find(([, weight]) => (left -= weight) < 0)![0];
  }

  /** One thing after another: a quick hand asks before the last thing is kept. */
  ask(message: Asked): Promise<Answer> {
    const done = this.#asked.then(() => this.#perform(message));
    this.#asked = done.catch(() => {});
    return done;
  }

  async #perform(message: Asked): Promise<Answer> {
    const { id: game, side, opponent } = this.kept;
    const own = opponent === 'local' ? this.stand.view.side : side;
    try {
      switch (message.type) {
        case 'submit':
          if (this.#over || message.ply !== this.kept.entries.length)
            throw refusal('stale', this.kept.entries.length);
          await this.#play(message.actions, own);
          break;
        case 'resign':
          this.#halt();
          await this.#keep({ resigned: own, ended_ms: Date.now() });
          this.#ended();
          break;
        case 'abort':
          this.#halt();
          await this.#keep({ aborted: true, ended_ms: Date.now() });
          this.#ended();
          break;
        case 'takeback': {
          const ply = this.#takeBackTo(own);
          if (ply === null) throw refusal('nothing-to-take-back');
          this.#halt();
          await this.#keep({ entries: this.kept.entries.slice(0, ply) });
          this.stand = standOf(this.kept);
          this.#tell({ kind: 'taken-back', data: { ply } });
          break;
        }
        case 'rematch': {
          const { level, start, proof = false } = this.kept;
          const wanted: NewGame = {
            kind: this.stand.view.game,
            rules: optionsOf(this.stand.rules),
            opponent,
            ...(level === null ? {} : { level }),
            // Only first's win is proven.
            side: proof ? side : other(side),
            ...(start === null ? {} : { start }),
          };
          const next = await create(wanted, proof);
          await this.#keep({ rematch: next });
          this.#tell({ kind: 'rematch', data: { game: next } });
          break;
        }
        default:
          throw refusal('not-possible');
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { type: 'error', game, ...error.refused } as Answer;
    }
    void this.goOn();
    return { type: 'ack', game, version: this.kept.version, duplicate: false } as Answer;
  }

  /** The ply before the last turn of the side, or of any where both are played here; a throw stands. */
  #takeBackTo(side: Side): number | null {
    const { entries } = this.stand;
    const both = this.kept.opponent === 'local';
    const last = entries.findLast((entry) => !entry.throw && (both || entry.side === side));
    const first = entries.find((entry) => !entry.throw && entry.turn === last?.turn);
    return first ? first.ply : null;
  }
}

const refusal = (code: Refused['code'], ply = 0) =>
  new ApiError({ code, message: t(`server-${code}`, { ply }) }, 0);

const optionsOf = (set: string) => /\((.*)\)$/.exec(set)?.[1] ?? '';

const hasThrows = ({ odds, entries }: Stand) => odds.length > 0 || entries.some((entry) => entry.throw);

function standOf({ rules: set, start, entries }: Kept): Stand {
  const moves = entries.map(({ text }) => text);
  return rules.stand({ rules: set, ...(start === null ? {} : { position: start }), moves });
}

const logged = (entry: Stand['entries'][number], at_ms: number): Entry => ({ ...entry, at_ms });

function playersOf({ opponent, level, proof, side }: Kept): [Player, Player] {
  const person: Player = { kind: 'guest' };
  // Who plays by a proof has no level.
  const engine: Player = { kind: 'engine', ...(proof ? {} : { level: level ?? 1 }) };
  const computer = opponent === 'local' ? person : engine;
  return side === 'first' ? [person, computer] : [computer, person];
}

/** A kept game as lists show it. */
function listed(kept: Kept, stand: Stand): Listed {
  const { id, opponent, created_ms, ended_ms, resigned, aborted } = kept;
  const over = ended_ms !== null;
  const result = resigned
    ? ({ winner: other(resigned), reason: 'resign' } as const)
    : aborted
      ? ({ winner: 'none', reason: 'aborted' } as const)
      : stand.result;
  return {
    game: id,
    kind: stand.view.game,
    rules: stand.rules,
    phase: over ? 'over' : 'live',
    opponent,
    time: 'none',
    rated: false,
    accept_bots: false,
    created_ms,
    ended_ms,
    ply: kept.entries.length,
    players: playersOf(kept),
    winner: result?.winner ?? null,
    reason: result?.reason ?? null,
    points: (result as ResultOut | null)?.points ?? null,
  };
}

const open = new Map<string, Promise<Local | null>>();

function find(id: string): Promise<Local | null> {
  let game = open.get(id);
  if (!game) {
    game = Local.open(id);
    open.set(id, game);
  }
  return game;
}

/** Makes a game on this device, or one against the proof; gives its name. */
export async function create(wanted: NewGame, proof = false): Promise<string> {
  await rules.ready();
  const { kind } = wanted;
  const info = rules.games().find(({ game }) => game === kind);
  const options = info?.presets.find(({ name }) => name === wanted.rules)?.options ?? wanted.rules ?? '';
  const kept: Kept = {
    id: newLocal(),
    rules: options ? `${kind}(${options})` : kind,
    start: wanted.start ?? null,
    opponent: wanted.opponent === 'local' ? 'local' : 'engine',
    level: wanted.opponent === 'local' ? null : (wanted.level ?? 2),
    ...(proof ? { proof } : {}),
    side: wanted.side ?? (random() % 2 === 0 ? 'first' : 'second'),
    created_ms: Date.now(),
    ended_ms: null,
    entries: [],
    resigned: null,
    aborted: false,
    seed: random(),
    version: 1,
    rematch: null,
  };
  standOf(kept);
  await store.put('games', kept.id, kept);
  return kept.id;
}

/** The games of this device, the newest first. */
export async function list(): Promise<Listed[]> {
  const kept = await store.all<Kept>('games').catch(() => []);
  if (kept.length === 0) return [];
  await rules.ready();
  return kept
    .map((game) => listed(game, standOf(game)))
    .sort((a, b) => (b.ended_ms ?? b.created_ms) - (a.ended_ms ?? a.created_ms));
}

/** What the server is handed of a finished game; null if it is not finished, or was called off. */
export async function played(id: string): Promise<Record<string, unknown> | null> {
  const kept = await store.get<Kept>('games', id);
  if (!kept || kept.ended_ms === null || kept.aborted) return null;
  return {
    name: kept.id,
    kind: kept.rules.replace(/\(.*/, ''),
    rules: optionsOf(kept.rules),
    ...(kept.start === null ? {} : { start: kept.start }),
    opponent: kept.opponent,
    ...(kept.level === null ? {} : { level: kept.level }),
    side: kept.side,
    entries: kept.entries.map(({ text }) => text),
    ...(kept.resigned === null ? {} : { resigned: kept.resigned }),
    created_ms: kept.created_ms,
    ended_ms: kept.ended_ms,
  };
}

/** Forgets a game, after it was handed in or by the player's wish. */
export const forget = (id: string): Promise<unknown> => store.remove('games', id);

export const local = {
  /** Hears of a game until the returned function is called. */
  watch(id: string, listener: Listener): () => void {
    let stopped = false;
    void find(id).then((game) => {
      if (stopped) return;
      if (!game) {
        listener.error?.({ code: 'not-found', message: '' });
        return;
      }
      game.listeners.add(listener);
      listener.state(game.state());
      void game.goOn();
    });
    return () => {
      stopped = true;
      void open.get(id)?.then((game) => {
        game?.listeners.delete(listener);
        if (game?.listeners.size !== 0) return;
        game.close();
        open.delete(id);
      });
    };
  },
  async ask(message: Asked): Promise<Answer> {
    const game = 'game' in message && isLocal(message.game ?? '') ? await find(message.game!) : null;
    if (game) return game.ask(message);
    return { type: 'error', code: 'not-found', message: '' } as Answer;
  },
};
