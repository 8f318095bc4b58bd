/** A rules document or a book as the build makes it of `docs/rules/GAME.LANG.md` or `docs/books/…`. */
import type { Lang } from '../../lib/i18n.svelte';
import type { GameKind } from '../../lib/wire';

/** Something to try on a board: an action after others, from a position. */
export interface Trying {
  rules: string;
  /** null is the start. */
  position: string | null;
  before: string[];
  action: string;
  /** Whether the action is legal; the documents' test holds it. */
  legal: boolean;
}

export interface Diagram {
  caption: string;
  rules: string;
  /** null is the start. */
  position: string | null;
  /** Played from the position before it is shown. */
  actions: string[];
  tries: Trying[];
}

/** Our own HTML, made at build time, or a board. */
export type Part = { html: string; diagram?: undefined } | { diagram: Diagram; html?: undefined };

export interface Chapter {
  number: string;
  title: string;
  parts: Part[];
}

export interface RulesDocument {
  title: string;
  intro: Part[];
  chapters: Chapter[];
}

export type Shelf = 'rules' | 'books';

const documents = import.meta.glob<{ default: RulesDocument }>('../../../../docs/{rules,books}/*.md');

/** Whether a game has a book. */
export const hasBook = (game: GameKind) => `../../../../docs/books/${game}.en.md` in documents;

/** The rules or the book of a game in a language, loaded when they are asked for. */
export async function rulesDocument(shelf: Shelf, game: GameKind, lang: Lang): Promise<RulesDocument> {
  const load = documents[`../../../../docs/${shelf}/${game}.${lang}.md`];
  if (!load) throw new Error(`nothing of ${game} in ${shelf} in ${lang}`);
  return (await load()).default;
}

/** Things to try, together by the rules they are tried under. */
export function byRules(tries: readonly Trying[]): { rules: string; tries: Trying[] }[] {
  const groups: { rules: string; tries: Trying[] }[] = [];
  for (const one of tries) {
    const group = groups.find(({ rules }) => rules === one.rules);
    if (group) group.tries.push(one);
    else groups.push({ rules: one.rules, tries: [one] });
  }
  return groups;
}
