/** Fetches and compiles the core once, after the page's first paint; workers get it from here too. */
import url from 'core.wasm?url';

let module: Promise<WebAssembly.Module> | null = null;

/** The next frame that is drawn; at once where nothing is. */
const painted = () =>
  new Promise<void>((done) => {
    if (document.visibilityState === 'hidden') done();
    else requestAnimationFrame(() => setTimeout(done));
  });

async function load(): Promise<WebAssembly.Module> {
  await painted();
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The compiled core. A load that failed is tried again at the next call. */
export function compiled(): Promise<WebAssembly.Module> {
  module ??= load().catch((error: unknown) => {
    module = null;
    throw error;
  });
  return module;
}
