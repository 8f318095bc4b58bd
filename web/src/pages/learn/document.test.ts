import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { read } from '../../../plugins/rules';
import { GAMES } from '../../lib/wire';

import { byRules, type RulesDocument } from './document';

const folder = join(import.meta.dirname, '../../../../docs/rules');
const books = join(import.meta.dirname, '../../../../docs/books');
const text = (game: string, lang: string) => readFileSync(join(folder, `${game}.${lang}.md`), 'utf8');
const document = (game: string, lang: string) => read(text(game, lang), game, lang, folder);
const html = ({ intro, chapters }: RulesDocument) =>
  [...intro, ...chapters.flatMap(({ parts }) => parts)].map((part) => part.html ?? '').join('\n');
const diagrams = ({ chapters }: RulesDocument) =>
  chapters.flatMap(({ parts }) => parts.flatMap((part) => (part.diagram ? [part.diagram] : [])));

describe.each(
  GAMES.flatMap((game) => [
    [game, 'en'],
    [game, 'ru'],
  ]),
)('rules of %s in %s', (game, lang) => {
  const source = text(game, lang);
  const found = document(game, lang);

  it('keep every article as an anchor', () => {
    const page = html(found);
    for (const [, number] of source.matchAll(/^\*\*(\d+\.\d+)\.\*\* /gm)) {
      expect(page).toContain(`<p id="a-${number}" class="article">`);
    }
    const numbers = [...source.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number);
    expect(found.chapters.map(({ number }) => number)).toEqual(numbers);
  });

  it('name options in words', () => {
    const articles = found.chapters.filter(
      ({ parts }) => !parts.some((part) => part.html?.includes('"options"')),
    );
    const page = articles.flatMap(({ parts }) => parts.map((part) => part.html ?? '')).join('\n');
    expect(page).not.toMatch(/<code>[a-z]+=/);
    expect(page).toMatch(/<q>[^<]+: [^<]+<\/q>/);
  });

  it('turn every picture into a board', () => {
    const captions = [...source.matchAll(/^!\[([^\]]*)\]/gm)].map(([, caption]) => caption);
    const shown = diagrams(found).map(({ caption }) => caption);
    expect(shown.filter((caption) => captions.includes(caption))).toEqual(captions);
    expect(html(found)).not.toContain('<img');
  });

  it('turn claims into things to try and leave no block behind', () => {
    const claims = [...source.matchAll(/^illegal (\S+) /gm)].map(([, action]) => action);
    const tried = diagrams(found).flatMap(({ tries }) => tries);
    for (const action of claims) {
      expect(tried.some((one) => one.action === action && !one.legal)).toBe(true);
    }
    expect(html(found)).not.toMatch(/<pre|legal-set/);
  });

  it('links lead to articles that are there', () => {
    const page = html(found);
    const links = [...page.matchAll(/href="#(a-[\d.]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(0);
    for (const id of links) expect(page).toContain(`id="${id}"`);
  });
});

it.each(
  GAMES.filter((game) => existsSync(join(books, `${game}.en.md`))).flatMap((game) => [
    [game, 'en'],
    [game, 'ru'],
  ]),
)('every position of the book of %s in %s is a board', (game, lang) => {
  const source = readFileSync(join(books, `${game}.${lang}.md`), 'utf8');
  const found = read(source, game, lang, books);
  const positions = new Set(
    [...source.matchAll(/^```check\n.*\nposition (.*)$/gm)].map(([, position]) => position),
  );
  const shown = diagrams(found).map(({ position }) => position);
  for (const position of positions) expect(shown).toContain(position);
  expect(html(found)).not.toMatch(/<pre|legal-set/);
});

it('markup in a document is shown, not obeyed', () => {
  const found = read(
    '# T\n\nHello <script>alert(1)</script> and\n\n<img src=x onerror=y>\n',
    'seega',
    'en',
    folder,
  );
  expect(html(found)).not.toMatch(/<script|<img/);
});

it('an action is tried after what the block played before it', () => {
  const tries = diagrams(document('seega', 'en')).find(({ caption }) =>
    caption.includes('a4, c2 and e3'),
  )?.tries;
  expect(tries?.find(({ action }) => action === 'c3c4')).toMatchObject({ before: ['c2c3'], legal: true });
  expect(tries?.find(({ action }) => action === 'e3e4')).toMatchObject({ before: ['c2c3'], legal: false });
  expect(byRules(tries ?? []).map(({ rules }) => rules)).toEqual(['seega', 'seega(extra=any)']);
});
