/**
 * The service worker. Everything of one build is kept in one cache and answered from there; a new
 * build is fetched whole beside it and takes over when no page of the old one is open, or when the
 * player asks for it. What the server is asked for (`/api`) is never kept.
 */
/* The build writes the next three. */
const version = 'VERSION';
const files = ['FILES'];
/* Large files that few need: kept from when they are first asked for. Their names have their hash, so
   that they outlive a build in which they do not change. */
const later = ['LATER'];

const name = `igroteka-${version}`;
const known = new Set(files);
const kept = 'later';
const keepable = new Set(later);

self.addEventListener('install', (event) => {
  const fetched = async () => {
    const cache = await caches.open(name);
    // Not from the browser's own cache: a mixture of builds would be kept for good.
    await cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache' })));
  };
  event.waitUntil(fetched());
});

self.addEventListener('activate', (event) => {
  const taken = async () => {
    const old = (await caches.keys()).filter((one) => one.startsWith('igroteka-') && one !== name);
    await Promise.all(old.map((one) => caches.delete(one)));
    const cache = await caches.open(kept);
    const gone = (await cache.keys()).filter(({ url }) => !keepable.has(new URL(url).pathname));
    await Promise.all(gone.map((one) => cache.delete(one)));
    await self.clients.claim();
  };
  event.waitUntil(taken());
});

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (keepable.has(pathname)) {
    event.respondWith(keep(request));
    return;
  }
  const file = request.mode === 'navigate' && !known.has(pathname) ? '/' : pathname;
  if (!known.has(file)) return;
  const answer = async () => (await (await caches.open(name)).match(file)) ?? fetch(request);
  event.respondWith(answer());
});

/** A file from its cache, or fetched and kept. */
async function keep(request) {
  const cache = await caches.open(kept);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  // A full disk is no reason to go without it now.
  if (answer.ok) await cache.put(request, answer.clone()).catch(() => {});
  return answer;
}
