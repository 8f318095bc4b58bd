/**
 * Notebooks of the analysis board: kept in the browser with every change and, with an account, on the
 * server. Of two states of one notebook the newer one counts.
 */
import { api, nonce } from '../../lib/api';
import { me } from '../../lib/me.svelte';
import * as store from '../../lib/store';

import type { Study } from './study.svelte';
import { type Flat, unflatten } from './tree';

export interface Notebook {
  id: string;
  title: string;
  updated_ms: number;
  body: { rules: string; position: string | null; tree: Flat };
}

/** What was tried last and not kept under a name: stays in the browser. */
export const DRAFT = 'draft';
/** Changes that follow each other go to the server together. */
const PAUSE_MS = 1500;

class Notebooks {
  /** Those of this browser and of the account, the newest first. */
  list = $state.raw<Notebook[]>([]);
  /** Whether the last attempt to reach the account failed. */
  apart = $state(false);
  #pauses = new Map<string, ReturnType<typeof setTimeout>>();

  async load(): Promise<void> {
    this.#show(await store.all<Notebook>('notebooks').catch(() => []));
  }

  /** Meets the account's notebooks, if there is an account. */
  async meet(): Promise<void> {
    if (me.named) await this.#meet().then(this.#reached, this.#missed);
  }

  find(id: string): Notebook | null {
    return this.list.find((book) => book.id === id) ?? null;
  }

  async keep(book: Notebook): Promise<void> {
    this.#show([book, ...this.list.filter(({ id }) => id !== book.id)]);
    await store.put('notebooks', book.id, book).catch(() => {});
    if (!me.named || book.id === DRAFT) return;
    clearTimeout(this.#pauses.get(book.id));
    const send = () => void this.#send(book).then(this.#reached, this.#missed);
    this.#pauses.set(book.id, setTimeout(send, PAUSE_MS));
  }

  async remove(id: string): Promise<void> {
    clearTimeout(this.#pauses.get(id));
    // First where it would come back from.
    if (me.named && id !== DRAFT) await api.removeNotebook(id);
    await store.remove('notebooks', id).catch(() => {});
    this.#show(this.list.filter((book) => book.id !== id));
  }

  #show(list: Notebook[]): void {
    this.list = list.sort((a, b) => b.updated_ms - a.updated_ms);
  }

  #reached = () => void (this.apart = false);
  #missed = () => void (this.apart = true);

  #send({ id, ...book }: Notebook): Promise<unknown> {
    return api.keepNotebook(id, book);
  }

  /** Takes what is newer there, and gives what is newer here. */
  async #meet(): Promise<void> {
    const there = new Map((await api.notebooks()).map((one) => [one.id, one.updated_ms]));
    for (const book of this.list.filter(({ id }) => id !== DRAFT)) {
      if ((there.get(book.id) ?? -1) < book.updated_ms) await this.#send(book);
    }
    for (const [id, updated_ms] of there) {
      if ((this.find(id)?.updated_ms ?? -1) >= updated_ms) continue;
      const book = { id, ...(await api.notebook(id)) } as unknown as Notebook;
      await store.put('notebooks', id, book).catch(() => {});
      this.#show([book, ...this.list.filter((one) => one.id !== id)]);
    }
  }
}

/** Shows what a notebook keeps. */
export function openNotebook(study: Study, { id, title, body }: Notebook): void {
  study.openTree(body.rules, body.position ?? undefined, unflatten(body.tree), { id, title });
}

export const notebooks = new Notebooks();
export const newNotebook = nonce;
