/** What the browser keeps of games, reviews and notebooks, by key: IndexedDB. */
const STORES = ['games', 'reviews', 'notebooks'] as const;
type Store = (typeof STORES)[number];

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((done, refuse) => {
    const request = indexedDB.open('igroteka', 2);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const store of STORES)
        if (!result.objectStoreNames.contains(store)) result.createObjectStore(store);
    };
    request.onsuccess = () => done(request.result);
    request.onerror = () => refuse(request.error ?? new Error('IndexedDB'));
  });
  return opened;
}

/** Does one thing with a store, and answers when it is durable. */
async function use<T>(
  store: Store,
  mode: IDBTransactionMode,
  deed: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await database()).transaction(store, mode);
  const request = deed(transaction.objectStore(store));
  return new Promise((done, refuse) => {
    transaction.oncomplete = () => done(request.result);
    transaction.onerror = () => refuse(transaction.error ?? new Error('IndexedDB'));
    transaction.onabort = () => refuse(transaction.error ?? new Error('IndexedDB'));
  });
}

export const get = <T>(store: Store, key: string): Promise<T | null> =>
  use<T | undefined>(store, 'readonly', (found) => found.get(key)).then((value) => value ?? null);

export const all = <T>(store: Store): Promise<T[]> => use<T[]>(store, 'readonly', (found) => found.getAll());

export const put = (store: Store, key: string, value: unknown): Promise<unknown> =>
  use(store, 'readwrite', (found) => found.put(value, key));

export const remove = (store: Store, key: string): Promise<unknown> =>
  use(store, 'readwrite', (found) => found.delete(key));
