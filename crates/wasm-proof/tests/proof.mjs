// The proof in Node: the module plays first against random replies, and the core, which judges every
// entry, says in the end that first has won. Run by `make wasm`:
// node crates/wasm-proof/tests/proof.mjs PROOF.wasm CORE.wasm
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { brotliCompressSync, inflateSync } from "node:zlib";

import { live } from "../../border/tests/live.mjs";

const [path, corePath] = process.argv.slice(2);
const encoder = new TextEncoder();

const file = readFileSync(
  new URL("../../../data/tables/seega/default/first-wins.certificate", import.meta.url),
);
const end = file.indexOf("\n") + 1;
const { answers, leaves } = JSON.parse(file.subarray(0, end));
const unpacked = Buffer.concat([file.subarray(0, end), inflateSync(file.subarray(end))]);
// As the site has it: without the moves.
const outline = unpacked.subarray(0, end + 9 * answers + 8 * leaves);

const bytes = readFileSync(path);
const size = brotliCompressSync(bytes).length;
assert.ok(size <= 80_000, `the module is ${size} bytes with Brotli, 80000 are allowed`);
const json = (value) => encoder.encode(JSON.stringify(value));
const turn = (proof, moves) => proof("call", json({ rules: "seega", moves }));

const refusing = await live(bytes);
assert.ok(turn(refusing, []).error, "without a certificate");
for (const wrong of [file, outline.subarray(0, -1), unpacked.subarray(end), Buffer.alloc(0)]) {
  assert.ok(refusing("open", wrong).error, "a certificate that is none");
}
assert.deepEqual(refusing("open", unpacked), {}, "the moves do no harm");

const proof = await live(bytes);
const core = await live(readFileSync(corePath));
assert.deepEqual(proof("open", outline), {});
for (const wrong of [
  {},
  { rules: "chess" },
  { rules: "seega", moves: ["c3"] },
  { rules: "seega", moves: "c1" },
  { rules: "seega", moves: ["c1"] },
  { rules: "seega(size=7)" },
  { rules: "salta" },
]) {
  assert.ok(proof("call", json(wrong)).error, JSON.stringify(wrong));
}
assert.ok(proof("call", encoder.encode("no JSON")).error);

// A generator with a seed: a game that fails can be played again.
let seed = 20n;
const below = (most) => {
  seed = BigInt.asUintN(64, seed * 6364136223846793005n + 1442695040888963407n);
  return Number((seed >> 33n) % BigInt(most));
};
const GAMES = 100;
let slowest = 0;
for (let game = 0; game < GAMES; game++) {
  const moves = [];
  for (;;) {
    const stand = core("call", json({ ask: "stand", rules: "seega", moves }));
    if (stand.result) {
      assert.equal(stand.result.winner, "first", moves.join(" "));
      break;
    }
    if (stand.to_act === "first") {
      const begun = performance.now();
      const { actions, error } = turn(proof, moves);
      slowest = Math.max(slowest, performance.now() - begun);
      assert.equal(error, undefined, moves.join(" "));
      moves.push(...actions);
    } else {
      moves.push(stand.legal[below(stand.legal.length)].action);
    }
  }
  assert.equal(moves[0], "c1", "the page says so");
}
console.log(
  `${GAMES} games won by the proof; slowest turn ${Math.round(slowest)} ms; ${size} bytes with Brotli`,
);
