// The core in Node: vectors, cases, refusals and node counts give what they give natively, a search
// visits as many nodes as the native one, and a browser has no more to load than it should. Run by
// `make wasm`:
// node crates/wasm/tests/core.mjs CORE.wasm [IGROTEKA]
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const [path, native] = process.argv.slice(2);
const decoder = new TextDecoder();
const encoder = new TextEncoder();
let core;
const read = (address, length) => decoder.decode(new Uint8Array(core.memory.buffer, address, length));
const write = (given) => {
  const bytes = typeof given === 'string' ? encoder.encode(given) : given;
  const address = core.allocate(bytes.length);
  new Uint8Array(core.memory.buffer, address, bytes.length).set(bytes);
  return [address, bytes.length];
};
let reports = 0;
const page = {
  now: () => performance.now(),
  report: () => reports++,
  // The tests need no sentences: a message is its id.
  message: (address, length) => {
    const [at, long] = write(JSON.parse(read(address, length)).id);
    return (BigInt(at) << 32n) | BigInt(long);
  },
  failed: (address, length) => {
    throw new Error(read(address, length));
  },
};
const bytes = readFileSync(path);
// Node compresses as hard as it can unless it is told otherwise, and so does the site's build.
const size = brotliCompressSync(bytes).length;
assert.ok(size <= 200_000, `the core is ${size} bytes with Brotli, 200000 are allowed`);
core = (await WebAssembly.instantiate(bytes, { page })).instance.exports;
core.begin();

/** Hands text or bytes to an export of the core, and gives its answer. */
function hand(to, given) {
  const [address, length] = write(given);
  const packed = BigInt.asUintN(64, core[to](address, length));
  core.release(address, length);
  const [at, long] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
  const answer = JSON.parse(read(at, long));
  core.release(at, long);
  return answer;
}
const ask = (request) => hand('call', JSON.stringify(request));

const root = new URL('../../../', import.meta.url);
const folders = ['data/vectors/', '../shared/vectors/']
  .map((name) => new URL(name, root))
  .filter((folder) => existsSync(folder));
const list = (name) => folders.flatMap((folder) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));

let passed = 0;
// The full set takes long in one thread: every seventh of it.
for (const [index, folder] of folders.entries()) {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
    const lines = readFileSync(new URL(file, folder), 'utf8').trim().split('\n');
    for (const line of lines.filter((_, number) => index === 0 || number % 7 === 0)) {
      const { game, rules, position, legal, result, after } = JSON.parse(line);
      const state = ask({ ask: 'inspect', game, rules, position });
      assert.deepEqual(state.legal, legal, line);
      assert.deepEqual(state.result, result, line);
      for (const [action, there] of Object.entries(after).slice(0, 3)) {
        const next = ask({ ask: 'inspect', game, rules, position, moves: [action] });
        assert.equal(next.position, there, `${action} in ${line}`);
      }
      passed++;
    }
  }
}
for (const { game, rules, position, legal, accepts, refuses } of list('cases.json')) {
  const state = ask({ ask: 'inspect', game, rules, position });
  if (legal) assert.deepEqual(state.legal, legal, position);
  for (const [action, there] of Object.entries(accepts ?? {})) {
    assert.equal(ask({ ask: 'inspect', game, rules, position, moves: [action] }).position, there);
  }
  for (const action of refuses ?? []) {
    const refusal = ask({ ask: 'inspect', game, rules, position, moves: [action] });
    assert.ok(refusal.error && refusal.illegal.article, `${action} in ${position}`);
  }
  passed++;
}
for (const { game, rules, position } of list('refused.json')) {
  assert.ok(ask({ ask: 'inspect', game, rules, position }).error, position);
  passed++;
}
for (const { game, rules, position, depth, nodes } of list('perft.json')) {
  if (nodes > 300_000) continue;
  assert.equal(
    ask({ ask: 'perft', game, rules, position, depth }).nodes,
    nodes,
    `${game} ${position} ${depth}`,
  );
  passed++;
}

// Whatever is asked, there is an answer.
for (const wrong of [
  {},
  { ask: 'nonsense' },
  { ask: 'analyze', game: 'seega' },
  { ask: 'perft', game: 'chess', depth: 1 },
]) {
  assert.ok(ask(wrong).error, JSON.stringify(wrong));
}
for (let level = 1; level <= 8; level++) {
  const { action } = ask({ ask: 'choose', game: 'seega', rules: 'size=3', level, seed: level });
  assert.ok(ask({ ask: 'inspect', game: 'seega', rules: 'size=3', moves: [action] }).position);
  passed++;
}

// What a page asks: the same answers as the server's, for its own tests check those.
const games = ask({ ask: 'games' });
assert.deepEqual(
  games.map(({ game }) => game),
  ['seega', 'salta', 'senet', 'draughts', 'diaballik'],
);
for (const { game: rules, presets } of games) {
  for (const set of [rules, ...presets.map(({ options }) => `${rules}(${options})`)]) {
    const { legal, odds, position } = ask({ ask: 'preview', rules: set });
    const first = odds[0]?.[0] ?? legal[0].action;
    const next = ask({ ask: 'preview', rules: set, moves: [first] });
    assert.equal(ask({ ask: 'frames', rules: set, moves: [first] })[1].position, next.position);
    const stand = ask({ ask: 'stand', rules: set, moves: [first] });
    assert.equal(stand.position, next.position);
    assert.deepEqual([stand.entries[0].text, stand.entries[0].throw], [first, odds.length > 0]);
    assert.equal(ask({ ask: 'compose', rules: set }).position, position);
    assert.ok(ask({ ask: 'record', rules: set, moves: [first], tags: [] }).record.includes(first));
    passed++;
  }
  // A turn of a level is a whole turn.
  const throws = ask({ ask: 'preview', rules }).odds.map(([text]) => text).slice(0, 1);
  const { actions } = ask({ ask: 'turn', level: 2, seed: 1, rules, moves: throws });
  assert.equal(ask({ ask: 'preview', rules, moves: throws, actions, turn: true }).turn, 'complete');
}
const half = ask({ ask: 'preview', rules: 'diaballik', actions: ['c1c2'], turn: true });
assert.equal(half.turn, 'may-go-on');
const refused = ask({ ask: 'preview', rules: 'salta', attempt: ['a3', 'a5'], turn: true }).refused;
assert.deepEqual([refused.code, typeof refused.illegal.article], ['illegal', 'string']);
assert.equal(ask({ ask: 'preview', rules: 'senet', actions: ['t1'], turn: true }).refused.code, 'not-your-turn');
reports = 0;
ask({ ask: 'study', rules: 'senet', lines: 2, time: 200 });
assert.ok(reports > 0, 'each throw is studied');
reports = 0;
const review = ask({ ask: 'review', rules: 'seega(size=3)', moves: ['a1', 'b1'] });
assert.deepEqual([review.entries.length, reports > 0], [2, true]);
passed++;
const found = ask({ ask: 'analyze', game: 'diaballik', nodes: 20_000, lines: 3 });
assert.equal(found.lines.length, 3);
assert.ok(reports > 0, 'depths are reported');

// What was learned is handed over by the page; what is damaged, or another game's, is refused.
const weights = new URL('crates/engine/weights/', root);
for (const file of readdirSync(weights)) {
  const game = file.replace(/\.weights$/, '');
  const bytes = readFileSync(new URL(file, weights));
  const named = (name, bytes) => Buffer.concat([encoder.encode(`${name}\n`), bytes]);
  assert.ok(hand('open', named(game, bytes.subarray(0, -1))).error, file);
  assert.ok(hand('open', named('senet', bytes)).error, file);
  assert.ok(hand('open', named('chess', bytes)).error, file);
  assert.deepEqual(hand('open', named(game, bytes)), {}, file);
  passed++;
}

// The search is the native one, node for node.
if (native) {
  const depth = 5;
  const theirs = JSON.parse(
    execFileSync(native, ['bench', '--json', '--depth', String(depth)], { encoding: 'utf8' }),
  );
  const ours = {};
  const positions = readFileSync(new URL('crates/cli/src/bench.txt', root), 'utf8').split('\n');
  for (const line of positions.filter((line) => line && !line.startsWith('#'))) {
    const fields = line.split('|').map((field) => field.trim());
    const [game, rules, position] = [fields[0], fields[1] === '-' ? '' : fields[1], fields.at(-1)];
    ask({ ask: 'hash', mebibytes: 16 });
    ours[game] = (ours[game] ?? 0) + ask({ ask: 'analyze', game, rules, position, depth }).nodes;
  }
  for (const game in ours) assert.equal(ours[game], theirs[game].nodes, game);
  passed++;
}
console.log(`${passed} passed, 0 failed; ${size} bytes with Brotli`);
