/** Addresses of the page: what is shown follows the address, links are plain links. */
let path = $state(location.pathname);
let query = $state(location.search);

export const route = {
  /** The parts of the path: `/game/x` is `['game', 'x']`. */
  get parts(): string[] {
    return path.split('/').filter(Boolean).map(plain);
  },
  get query(): URLSearchParams {
    return new URLSearchParams(query);
  },
};

/** A part as it is meant; as it stands, if it was not written by us. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function show(): void {
  path = location.pathname;
  query = location.search;
}

/** Goes to an address of the page. */
export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  show();
  if (!replace && !location.hash) scrollTo(0, 0);
}

/** Takes clicks on links within the page. */
export function listen(): void {
  addEventListener('popstate', show);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
