/**
 * The one WebSocket of the page. It comes back by itself after a loss and resumes each watched game
 * from the last version seen, so that nothing is missed and nothing is shown twice.
 */
import { lang } from './i18n.svelte';
import { setMe } from './me.svelte';
import type { FromClient, GameState, Happened, Refused, ToClient } from './wire';

/** What a watcher of a game hears. */
export interface Listener {
  state(state: GameState): void;
  event(event: Happened): void;
  error?(refused: Refused): void;
  /** The engine's turn waits at this place of the queue; 0: no longer. */
  queue?(place: number): void;
}

interface Watched {
  listeners: Set<Listener>;
  since: number | null;
}

export type Answer = Extract<ToClient, { type: 'ack' | 'error' }>;

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;
const PING_MS = 15000;

class Live {
  connected = $state(false);
  /** True once a connection was lost and is not back: the page says so. */
  lost = $state(false);
  /** The server's clock minus ours. */
  skew = 0;

  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT_MS;
  #watched = new Map<string, Watched>();
  /** Questions without an answer so far: asked again after a loss, with the same id. */
  #asked = new Map<string, { message: FromClient; answer: (answer: Answer) => void }>();
  /** The games that the last hello named. */
  #greeted = new Set<string>();
  #next = 0;
  #heard = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Connects, and stays connected. */
  open(): void {
    clearTimeout(this.#timer);
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/live`);
    this.#socket = socket;
    socket.onopen = () => {
      const games = [...this.#watched].map(([game, { since }]) => ({ game, since }));
      this.#greeted = new Set(this.#watched.keys());
      socket.send(JSON.stringify({ type: 'hello', lang: lang(), games } satisfies FromClient));
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      this.#heard = Date.now();
      this.#hear(JSON.parse(message.data) as ToClient);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.connected = false;
      this.lost = true;
      this.#socket = null;
      this.#timer = setTimeout(() => this.open(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    };
  }

  /** A new connection: after signing in or out, or in another language. */
  reopen(): void {
    for (const watched of this.#watched.values()) watched.since = null;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.connected = false;
    this.open();
  }

  /** Keeps an eye on the connection: call once. */
  guard(): void {
    addEventListener('online', () => this.open());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.open();
    });
    setInterval(() => {
      if (!this.connected) return;
      if (Date.now() - this.#heard > 2 * PING_MS) this.#socket?.close();
      else this.#send({ type: 'ping', id: this.#id() });
    }, PING_MS);
  }

  #id(): string {
    this.#next += 1;
    return `${Date.now().toString(36)}-${this.#next}`;
  }

  #send(message: FromClient): boolean {
    if (!this.connected || this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #hear(message: ToClient): void {
    switch (message.type) {
      case 'welcome':
        setMe(message.you);
        this.skew = message.now_ms - Date.now();
        this.connected = true;
        this.lost = false;
        this.#wait = FIRST_WAIT_MS;
        // Games that came between our hello and the answer.
        for (const [game, { since }] of this.#watched)
          if (!this.#greeted.has(game)) this.#send({ type: 'watch', game, since, id: this.#id() });
        for (const { message } of this.#asked.values()) this.#send(message);
        break;
      case 'pong':
        this.skew = message.now_ms - Date.now();
        break;
      case 'state': {
        const watched = this.#watched.get(message.game);
        if (!watched) break;
        watched.since = message.version;
        for (const one of watched.listeners) one.state(message);
        break;
      }
      case 'event': {
        const watched = this.#watched.get(message.game);
        // Received already, before the connection was lost.
        if (!watched || message.version <= (watched.since ?? -1)) break;
        watched.since = message.version;
        for (const one of watched.listeners) one.event(message);
        break;
      }
      case 'engine':
        for (const one of this.#watched.get(message.game)?.listeners ?? []) one.queue?.(message.waiting);
        break;
      case 'ack':
      case 'error': {
        const asked = message.id === undefined ? undefined : this.#asked.get(message.id);
        if (asked) {
          this.#asked.delete(message.id!);
          asked.answer(message);
        } else if (message.type === 'error' && message.game) {
          for (const one of this.#watched.get(message.game)?.listeners ?? []) one.error?.(message);
        }
        break;
      }
    }
  }

  /** Hears of a game until the returned function is called. */
  watch(game: string, listener: Listener): () => void {
    let watched = this.#watched.get(game);
    if (watched) {
      watched.listeners.add(listener);
      // A newcomer needs the whole state.
      this.#send({ type: 'watch', game, since: null, id: this.#id() });
    } else {
      watched = { listeners: new Set([listener]), since: null };
      this.#watched.set(game, watched);
      this.#send({ type: 'watch', game, since: null, id: this.#id() });
    }
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size > 0 || this.#watched.get(game) !== watched) return;
      this.#watched.delete(game);
      this.#send({ type: 'unwatch', game, id: this.#id() });
    };
  }

  /**
   * Sends something and waits for its answer. Without a connection it is sent after the next
   * welcome: a submission that was stored before the loss is then answered as a duplicate.
   */
  ask(message: Asked): Promise<Answer> {
    const whole = { ...message, id: this.#id() } as FromClient & { id: string };
    return new Promise((answer) => {
      this.#asked.set(whole.id, { message: whole, answer });
      this.#send(whole);
    });
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Something that is sent and answered. */
export type Asked = DistributiveOmit<FromClient, 'id'>;

export const live = new Live();
