/**
 * Small exact tables in the browser: fetched when a position is shown that they know, kept for good,
 * and asked from then on, also without a connection.
 */
import type { Probe, TableList } from '../lib/wire';

import type { Answer, Request } from './tables.worker';

type Table = TableList['tables'][number];
type Unnumbered = Request extends infer One ? (One extends Request ? Omit<One, 'id'> : never) : never;

const KEPT = 'tables';
const LIST = '/api/tables';

/** The bytes that are fetched of the tables of one game. */
export const MOST_BYTES = 8_000_000;

/** A table that was built anew has another address. */
const address = ({ file, bytes }: Table) =>
  `${LIST}/file?${new URLSearchParams({ file, bytes: String(bytes) })}`;

/** The tables of a game that a browser fetches: the smallest, as far as there is room. */
export function small(list: TableList, game: string): Table[] {
  let room = MOST_BYTES;
  return list.tables
    .filter(({ rules }) => rules.replace(/\(.*/, '') === game)
    .sort((one, other) => one.bytes - other.bytes)
    .filter(({ bytes }) => (room -= bytes) >= 0);
}

/** Where tables are kept; null for pages that may keep nothing. */
const shelf = (): Promise<Cache> | null => ('caches' in globalThis ? caches.open(KEPT) : null);

let worker: Worker | null = null;
let asked = 0;
const waiting = new Map<number, { done: (probe: Probe | null) => void; fail: (error: Error) => void }>();
/** By game: whether its tables are open. */
const open = new Map<string, Promise<boolean>>();

/** The worker is given up with what it was asked; it has to be given the files again. */
function fail(message: string): void {
  worker?.terminate();
  worker = null;
  open.clear();
  for (const { fail } of waiting.values()) fail(new Error(message));
  waiting.clear();
}

function start(): Worker {
  const started = new Worker(new URL('./tables.worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<Answer>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failure' in data) one?.fail(new Error(data.failure));
    else one?.done(data.probe);
  };
  started.onerror = ({ message }) => fail(message);
  return started;
}

function ask(request: Unnumbered, transfer: Transferable[] = []): Promise<Probe | null> {
  worker ??= start();
  const id = (asked += 1);
  const answer = new Promise<Probe | null>((done, fail) => waiting.set(id, { done, fail }));
  worker.postMessage({ ...request, id }, transfer);
  return answer;
}

async function take(tables: Table[], response: (table: Table) => Promise<Response>): Promise<void> {
  for (const table of tables) {
    const bytes = await (await response(table)).arrayBuffer();
    await ask({ name: table.file, bytes }, [bytes]);
  }
}

/** Opens the tables of a game that were kept at an earlier visit. */
async function reopen(game: string): Promise<boolean> {
  const cache = await shelf();
  const list = (await (await cache?.match(LIST))?.json()) as TableList | undefined;
  const tables = list ? small(list, game) : [];
  const found = await Promise.all(tables.map((table) => cache!.match(address(table))));
  if (tables.length === 0 || found.includes(undefined)) return false;
  await take(tables, (table) => Promise.resolve(found[tables.indexOf(table)]!));
  return true;
}

async function download(game: string): Promise<boolean> {
  const response = await fetch(LIST);
  if (!response.ok) return false;
  const list = (await response.clone().json()) as TableList;
  const cache = await shelf();
  await take(small(list, game), async (table) => {
    const kept = await cache?.match(address(table));
    if (kept) return kept;
    const fetched = await fetch(address(table));
    if (!fetched.ok) throw new Error(`${table.file}: ${fetched.status}`);
    // A full disk is no reason to go without it now.
    await cache?.put(address(table), fetched.clone()).catch(() => {});
    return fetched;
  });
  await cache?.put(LIST, response).catch(() => {});
  const all = new Set([LIST, ...list.tables.map(address)]);
  for (const { url } of (await cache?.keys()) ?? []) {
    const { pathname, search } = new URL(url);
    if (!all.has(pathname + search)) await cache!.delete(url);
  }
  return true;
}

/** Whether the tables of a game are here. */
function here(game: string): Promise<boolean> {
  let known = open.get(game);
  if (!known) {
    known = reopen(game).catch(() => false);
    open.set(game, known);
  }
  return known;
}

/** What the tables that are here know of a position; null if there are none of the game. */
export async function lookUp(game: string, rules: string, position: string): Promise<Probe | null> {
  return (await here(game)) ? ask({ rules, position }) : null;
}

/** Fetches the small tables of a game, unless they are here. */
export async function fetchTables(game: string): Promise<void> {
  if (await here(game)) return;
  open.set(
    game,
    download(game).catch(() => false),
  );
}
