/** The page without a connection: the service worker, and a newer build that waits to be taken up. */
let waiting = $state.raw<ServiceWorker | null>(null);

export const update = {
  /** Whether a newer build is there. */
  get ready(): boolean {
    return waiting !== null;
  },
  /** Takes it up: the page is loaded anew. */
  take(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting?.postMessage('take-over');
  },
};

/** Keeps everything of this build in the browser. To be called when the page is there. */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const registered = await navigator.serviceWorker.register('/sw.js').catch(() => null);
  if (!registered) return;
  const look = () => {
    // The first build of all has no older one to wait for.
    if (navigator.serviceWorker.controller) waiting = registered.waiting;
  };
  look();
  registered.addEventListener('updatefound', () => {
    registered.installing?.addEventListener('statechange', look);
  });
}
