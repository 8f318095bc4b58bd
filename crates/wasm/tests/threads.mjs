// The core with shared memory in Node: helpers on threads of their own take part in searches, and
// every search ends, short or long. Run by `make wasm`:
// node crates/wasm/tests/threads.mjs CORE.wasm
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

const STACK = 1 << 20;
const HELPERS = 2;

if (isMainThread) {
  const path = process.argv[2];
  // Built where the standard library can be compiled; a site without it has one thread.
  if (!existsSync(path)) {
    console.log(`${path} is not there: several threads are not tested`);
    process.exit();
  }
  await search(await WebAssembly.compile(readFileSync(path)));
} else {
  help(workerData);
}

/** A helper: waits for tasks. */
function help({ module, memory, stack, local }) {
  const none = () => 0;
  const page = { now: () => 0, report: none, message: () => 0n, failed: none, helpers: none, assign: none };
  const { exports } = new WebAssembly.Instance(module, { page, env: { memory } });
  exports.__stack_pointer.value = stack;
  exports.__wasm_init_tls(local);
  parentPort.on('message', (task) => exports.help(task));
  parentPort.postMessage('ready');
}

async function search(module) {
  const memory = new WebAssembly.Memory({ initial: 128, maximum: 16384, shared: true });
  const helpers = [];
  let assigned = 0;
  const bytes = (address, length) => new Uint8Array(memory.buffer, address, length);
  // A text decoder takes no shared memory.
  const read = (address, length) => new TextDecoder().decode(bytes(address, length).slice());
  const page = {
    now: () => performance.now(),
    report: () => {},
    message: () => 0n,
    failed: (address, length) => assert.fail(read(address, length)),
    helpers: () => helpers.length,
    assign: (number, task) => {
      assigned += 1;
      helpers[number - 1].postMessage(task);
    },
  };
  const core = new WebAssembly.Instance(module, { page, env: { memory } }).exports;
  core.begin();
  for (let count = 0; count < HELPERS; count += 1) {
    const align = core.__tls_align.value;
    const local = Math.ceil(core.allocate(core.__tls_size.value + align) / align) * align;
    const stack = (core.allocate(STACK) + STACK) & ~15;
    const worker = new Worker(new URL(import.meta.url), { workerData: { module, memory, stack, local } });
    worker.on('error', (error) => assert.fail(error));
    await new Promise((ready) => worker.once('message', ready));
    helpers.push(worker);
  }
  const ask = (request) => {
    const text = new TextEncoder().encode(JSON.stringify(request));
    const address = core.allocate(text.length);
    bytes(address, text.length).set(text);
    const packed = BigInt.asUintN(64, core.call(address, text.length));
    core.release(address, text.length);
    const [at, long] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
    const answer = JSON.parse(read(at, long));
    core.release(at, long);
    return answer;
  };
  const games = ['seega', 'salta', 'draughts', 'diaballik'];
  let searches = 0;
  for (const game of games) {
    const { legal } = ask({ ask: 'inspect', game, rules: '', moves: [] });
    // Short ones one after another, which end before a helper has begun, and a long one.
    for (const depth of [...Array(50).fill(1), ...Array(20).fill(4), 8]) {
      const found = ask({ ask: 'analyze', game, rules: '', moves: [], depth });
      assert.equal(found.depth, depth, JSON.stringify(found));
      assert.ok(legal.includes(found.lines[0].moves[0]), JSON.stringify(found));
      searches += 1;
    }
  }
  assert.equal(assigned, HELPERS * searches);
  await Promise.all(helpers.map((worker) => worker.terminate()));
  console.log(`core: ${searches} searches on ${HELPERS + 1} threads`);
}
