/** Every text that the pages ask for is in the catalogue, in both languages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(SRC, name), 'utf8'));

/** The first argument of each call of `t`, as far as names stand in it. */
const asked = sources.flatMap((source) =>
  [...source.matchAll(/\bt\(([^{}]*?)[),]/g)].map(([, first]) => first!),
);

/** The ids of the texts that the page brings along (`en`), or that come with the core (`rules.en`) or a page of their own (`solved.en`). */
function catalogue(part: string): Set<string> {
  const list = join(SRC, `lib/words/${part}.ts`);
  const paths = [...readFileSync(list, 'utf8').matchAll(/'(.*\.ftl)\?raw'/g)].map(([, path]) => path!);
  const texts = paths.map((path) => readFileSync(join(list, '..', path), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(/^([a-z][\w-]*) =/gm)].map(([, id]) => id!)));
}

describe.each(['en', 'ru'])('%s', (lang) => {
  const known = new Set([lang, `rules.${lang}`, `solved.${lang}`].flatMap((part) => [...catalogue(part)]));

  it('has every text that is named as it stands', () => {
    const named = asked.flatMap((first) =>
      [...first.matchAll(/'([a-z0-9]+(?:-[a-z0-9]+)+)'/g)].map(([, id]) => id!),
    );
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });

  it('has texts for every beginning that is completed with what the server or the core sends', () => {
    const begun = sources
      .flatMap((source) => [...source.matchAll(/\bt\([^)]*?`([a-z-]+)\$\{/g)])
      .map(([, start]) => start!);
    expect(begun.length).toBeGreaterThan(10);
    expect(begun.filter((start) => ![...known].some((id) => id.startsWith(start)))).toEqual([]);
  });
});
