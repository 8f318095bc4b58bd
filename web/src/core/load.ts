/** Fetches and compiles the core once, after the page's first paint; workers get it from here too. */
import url from 'core.wasm?url';
import threadedUrl from 'core_threads.wasm?url';

const modules = new Map<string, Promise<WebAssembly.Module>>();

/** The next frame that is drawn; at once where nothing is. */
const painted = () =>
  new Promise<void>((done) => {
    if (document.visibilityState === 'hidden') done();
    else requestAnimationFrame(() => setTimeout(done));
  });

async function load(url: string): Promise<WebAssembly.Module> {
  await painted();
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** What is compiled once. A load that failed is tried again at the next call. */
function once(url: string): Promise<WebAssembly.Module> {
  let module = modules.get(url);
  if (!module) {
    module = load(url).catch((error: unknown) => {
      modules.delete(url);
      throw error;
    });
    modules.set(url, module);
  }
  return module;
}

/** The compiled core. */
export const compiled = (): Promise<WebAssembly.Module> => once(url);

/** The compiled core for several threads. */
export const compiledThreaded = (): Promise<WebAssembly.Module> => once(threadedUrl);
