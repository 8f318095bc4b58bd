// Exact tables in Node: the module knows of every position what the native program knows. Run by
// `make wasm`: node crates/wasm-tables/tests/tables.mjs TABLES.wasm CORE.wasm NATIVE
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { live } from "../../border/tests/live.mjs";

const [path, corePath, native] = process.argv.slice(2);
const encoder = new TextEncoder();
const json = (value) => encoder.encode(JSON.stringify(value));
const named = (name, bytes) => Buffer.concat([encoder.encode(`${name}\n`), bytes]);

const bytes = readFileSync(path);
const size = brotliCompressSync(bytes).length;
assert.ok(size <= 160_000, `the module is ${size} bytes with Brotli, 160000 are allowed`);

const tables = await live(bytes);
const probe = (rules, position) => tables("call", json({ rules, position }));
const WON = "5/5/1g3/1b1g1/b4 g 0,0 - 0";
assert.equal(probe("seega", WON).exact, null, "without tables nothing is known");
for (const wrong of [
  {},
  { rules: "chess" },
  { rules: "seega" },
  { rules: "seega", position: "5" },
]) {
  assert.ok(tables("call", json(wrong)).error, JSON.stringify(wrong));
}
assert.ok(tables("call", encoder.encode("no JSON")).error);
assert.ok(tables("open", encoder.encode("no name")).error);

if (!native) {
  console.log("no native program to compare with");
  process.exit();
}

const folder = mkdtempSync(join(tmpdir(), "igroteka-tables-"));
const run = (args, input) => {
  const { status, stdout, stderr } = spawnSync(native, args, { input, maxBuffer: 1 << 28 });
  assert.equal(status, 0, `${args.join(" ")}: ${stderr}`);
  return String(stdout);
};
try {
  const built = [
    ["seega", 4],
    ["draughts(cyclic=off)", 2],
    ["draughts", 2],
    ["senet", 1],
  ];
  for (const [rules, pieces] of built) {
    const [game, options] = rules.replace(")", "").split("(");
    const given = options ? ["--rules", options] : [];
    run(["tables", "build", game, ...given, "--pieces", String(pieces), "--out", folder]);
  }
  // A damaged file is refused, and one that is sound takes its place.
  const two = "seega/default/2-2.table";
  const file = readFileSync(join(folder, two));
  const broken = Buffer.from(file);
  broken[broken.length - 1] ^= 1;
  for (const wrong of [broken, file.subarray(0, -1), Buffer.alloc(0), Buffer.from("no table")]) {
    assert.deepEqual(tables("open", named(two, wrong)), {});
    const { error, exact } = probe("seega", WON);
    assert.ok(error || exact === null || wrong === broken, "a damaged file");
  }
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const name of names.filter((name) => name.endsWith(".table"))) {
    const table = readFileSync(join(folder, name));
    assert.deepEqual(tables("open", named(name.replaceAll("\\", "/"), table)), {});
  }
  assert.equal(probe("seega", WON).exact.distance, 19);

  // Along the ways that the module thinks best, and along the worst, both programs know the same.
  const core = await live(readFileSync(corePath));
  let asked = 0;
  for (const [rules] of built) {
    const positions = new Set();
    const starts = JSON.parse(run(["tables", "list", "--tables", folder, "--json"]))
      .filter((table) => table.rules === rules)
      .map((table) => table.facts.longest_win?.position)
      .filter(Boolean);
    // In Senet no win is the longest: a piece each, before and after a throw.
    if (rules === "senet") {
      for (let at = 0; at < 24; at++) {
        const path = [..." ".repeat(30)].map((_, square) =>
          square === at ? "c" : square === 24 - at ? "s" : ".",
        );
        if (at !== 12) starts.push(`${path.join("")} c t`, `${path.join("")} s ${1 + (at % 5)}`);
      }
    }
    for (const start of starts) {
      const next = [start];
      while (next.length > 0 && positions.size < 150) {
        const position = next.pop();
        if (positions.has(position)) continue;
        positions.add(position);
        const { actions } = probe(rules, position);
        for (const { action } of [actions.at(0), actions.at(-1)].filter(Boolean)) {
          const { position: after, result } = core(
            "call",
            json({ ask: "stand", rules, position, moves: [action] }),
          );
          if (after && !result) next.push(after);
        }
      }
    }
    assert.ok(positions.size > 10, `${rules}: ${positions.size} positions`);
    const [game] = rules.split("(");
    const lines = [...positions].map((position) =>
      JSON.stringify({ game, rules: rules.match(/\((.*)\)/)?.[1] ?? "", position }),
    );
    const known = run(["tables", "probe", game, "--tables", folder, "--batch"], lines.join("\n"));
    const answers = known
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    for (const [at, position] of [...positions].entries()) {
      const { exact, error } = probe(rules, position);
      assert.equal(error, undefined, position);
      assert.ok(exact, `${rules} ${position}`);
      for (const [field, value] of Object.entries(answers[at])) {
        if (field in exact) assert.deepEqual(exact[field], value, `${rules} ${position} ${field}`);
      }
      asked += 1;
    }
  }
  console.log(`${asked} positions looked up as the native program does; ${size} bytes with Brotli`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
