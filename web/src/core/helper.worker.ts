/** A helper of the engine: does its part of a search whenever it is given one. */
import type { Berth, SharedExports } from './crew';

const nothing = () => 0;
const page = {
  now: () => performance.now(),
  report: nothing,
  message: () => 0n,
  failed: nothing,
  helpers: nothing,
  assign: nothing,
};
let core: SharedExports | null = null;

onmessage = async ({ data }: MessageEvent<{ berth?: Berth; task?: number }>) => {
  if (data.task !== undefined) return core?.help(data.task);
  if (!data.berth) return;
  const { module, memory, stack, local } = data.berth;
  const instance = await WebAssembly.instantiate(module, { page, env: { memory } });
  core = instance.exports as unknown as SharedExports;
  core.__stack_pointer.value = stack;
  core.__wasm_init_tls(local);
  postMessage('ready');
};
