/**
 * The rules documents and the books as data: `docs/rules/GAME.LANG.md` and `docs/books/GAME.LANG.md`
 * become modules with chapters of our own HTML and diagrams that a reader can play from. The claims in the documents' check blocks, which
 * a test of the rules holds true, become things to try.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { Marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';

import type { Chapter, Diagram, Part, RulesDocument, Trying } from '../src/pages/learn/document.ts';

const FILE = /\/docs\/(?:rules|books)\/(\w+)\.(en|ru)\.md$/;

/** `order=any` of game `diaballik` is the rule set `diaballik(order=any)`. */
const ruleSet = (game: string, options: string) => (options ? `${game}(${options})` : game);

/**
 * What the options of a game and their values mean, by `name` and `name=value`, from the catalogue
 * that server and terminal use too.
 */
function meanings(game: string, lang: string): Map<string, string> {
  const path = join(import.meta.dirname, '../../crates/text/locales', lang, 'options.ftl');
  const line = new RegExp(`^(option|value)-${game}-([a-z]+)(?:-(.*))? = (.*)$`, 'gm');
  const found = [...readFileSync(path, 'utf8').matchAll(line)];
  return new Map(
    found.map(([, , name = '', value, text = '']) => [value === undefined ? name : `${name}=${value}`, text]),
  );
}

/** The pictures of `diagrams/GAME.txt`: name, options, position and the moves played from there. */
function pictures(folder: string, game: string): Map<string, Omit<Diagram, 'caption' | 'tries'>> {
  const file = join(folder, 'diagrams', `${game}.txt`);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const found = new Map<string, Omit<Diagram, 'caption' | 'tries'>>();
  for (const line of lines.filter(Boolean)) {
    const [name = '', options = '', position = '', moves = ''] = line.split('|').map((part) => part.trim());
    const rules = ruleSet(game, options);
    found.set(name, { rules, position, actions: moves.split(' ').filter(Boolean) });
  }
  return found;
}

/** What one check block is about: the rules, the position (null is the start), its claims. */
function parsed(game: string, block: string) {
  const [first = '', second = '', ...claims] = block.split('\n');
  const rules = ruleSet(game, first.split(' ')[1] ?? '');
  const position = second.startsWith('position ') ? second.slice('position '.length) : null;
  return { rules, position, claims };
}

/** Claims about one action; all but the first are of legal ones. */
const TRIED = ['illegal', 'legal', 'play', 'wins', 'loses', 'only'];

/** The things to try of one check block: each with what is played before it. */
function tries(game: string, block: string): Trying[] {
  const { rules, position, claims } = parsed(game, block);
  const before: string[] = [];
  const found: Trying[] = [];
  for (const claim of claims) {
    const [kind, action = ''] = claim.split(' ');
    if (kind && TRIED.includes(kind)) {
      found.push({ rules, position, before: [...before], action, legal: kind !== 'illegal' });
    }
    if (kind === 'play') before.push(action);
  }
  return found;
}

const sameTry = (one: Trying, other: Trying) => JSON.stringify(one) === JSON.stringify(other);

/** A document's chapters. Exported for its test. */
export function read(text: string, game: string, lang: string, folder: string): RulesDocument {
  // The documents are ours and have no HTML in them; if some came, it would be shown as text.
  const escaped = (raw: string) => raw.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const marked = new Marked({
    renderer: {
      html: ({ text: raw }) => escaped(raw),
      // Cells know their column: on a phone a table of options becomes a list.
      table({ header, rows }) {
        const inline = (cell: Tokens.TableCell) => this.parser.parseInline(cell.tokens);
        const head = header.map((cell) => `<th scope="col">${inline(cell)}</th>`).join('');
        const body = rows.map((cells) =>
          cells
            .map((cell, at) => `<td data-column="${escaped(header[at]?.text ?? '')}">${inline(cell)}</td>`)
            .join(''),
        );
        const kind = header.length === 4 ? 'options' : 'scroll';
        const lines = body.map((cells) => `<tr>${cells}</tr>`).join('');
        return `<div class="${kind}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${lines}</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(text);
  const known = pictures(folder, game);
  const articles = new Set(
    [...text.matchAll(/^(?:## (\d+)\. |\*\*(\d+\.\d+)\.\*\* )/gm)].map(
      ([, chapter, article]) => chapter ?? article,
    ),
  );

  /** Numbers in parentheses that name an article lead there. */
  const linked = (html: string) =>
    html.replace(/\(([^()<>]*)\)/g, (whole, inside: string) =>
      whole.replace(
        inside,
        inside.replace(/\d+\.\d+/g, (number) =>
          articles.has(number) ? `<a href="#a-${number}">${number}</a>` : number,
        ),
      ),
    );
  /** Articles are paragraphs that begin with their number; it is their anchor. */
  const anchored = (html: string) =>
    html.replace(/<p><strong>(\d+\.\d+)\.<\/strong>/g, '<p id="a-$1" class="article"><strong>$1.</strong>');
  const meant = meanings(game, lang);
  /** `order=any` in words. */
  const inWords = (whole: string) => {
    const pairs = whole.split(',').map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return `${meant.get(name) ?? name}: ${meant.get(pair) ?? value}`;
    });
    return `<q>${pairs.join('; ')}</q>`;
  };
  const worded = (html: string) =>
    html.replace(/<code>((?:[a-z]+=[a-z\d-]+,?)+)<\/code>/g, (_, options: string) => inWords(options));
  // Where options are listed it is told how they are written.
  const html = (part: Token[]) => {
    const made = anchored(linked(marked.parser(part)));
    return made.includes('class="options"') ? made : worded(made);
  };

  let title = '';
  const intro: Part[] = [];
  const chapters: Chapter[] = [];
  let parts = intro;
  let loose: Token[] = [];
  let diagram: Diagram | null = null;
  /** Whether the diagram is a picture of the document, which the blocks under it belong to. */
  let pictured = false;
  let positionDue = false;
  const flush = () => {
    if (loose.some((token) => token.type !== 'space')) parts.push({ html: html(loose) });
    loose = [];
  };

  for (const token of tokens) {
    if (token.type === 'heading' && token.depth === 1) {
      title = token.text as string;
      continue;
    }
    if (token.type === 'heading' && token.depth === 2) {
      flush();
      const [, number = '', name = ''] = /^(\d+)\. (.*)$/.exec(token.text as string) ?? [];
      parts = [];
      chapters.push({ number, title: name, parts });
      diagram = null;
      pictured = false;
      continue;
    }
    if (token.type === 'paragraph' && (token.raw as string).startsWith('![')) {
      flush();
      const [, caption = '', name = ''] =
        /^!\[([^\]]*)\]\(diagrams\/(.*)\.svg\)/.exec(token.raw as string) ?? [];
      const picture = known.get(name);
      if (!picture) throw new Error(`${game}: the picture ${name} is not listed`);
      diagram = { ...picture, caption, tries: [] };
      pictured = true;
      parts.push({ diagram });
      positionDue = true;
      continue;
    }
    // The line with the position stands under its picture; the board shows it.
    if (token.type === 'paragraph' && positionDue) {
      positionDue = false;
      if (diagram && (token.raw as string).includes(`\`${diagram.position}\``)) continue;
    }
    if (token.type === 'code' && token.lang === 'check') {
      // Without a picture a block is shown on a board of its own, or on that of the one before it.
      const { rules, position } = parsed(game, token.text as string);
      if (!pictured && (diagram?.rules !== rules || diagram.position !== position)) {
        flush();
        diagram = { rules, position, actions: [], caption: '', tries: [] };
        parts.push({ diagram });
      }
      if (!diagram) continue;
      for (const one of tries(game, token.text as string)) {
        if (!diagram.tries.some((other) => sameTry(one, other))) diagram.tries.push(one);
      }
      continue;
    }
    if (token.type === 'paragraph' && parts === intro && (token.raw as string).includes('`legal-set`')) {
      // It explains the check blocks, which are not shown as such here. A sentence may end with its line.
      const raw = (token.raw as string).replaceAll('\n', ' ');
      const end = raw.lastIndexOf('. ', raw.indexOf('`legal-set`'));
      loose.push(...marked.lexer(raw.slice(0, end + 1)));
      continue;
    }
    // The line with the position stands over its block; the board shows it.
    if (token.type === 'paragraph' && /^(?:Position|Позиция): `[^`]*`\.?$/.test(token.raw as string))
      continue;
    loose.push(token);
  }
  flush();
  return { title, intro, chapters };
}

export function rules(): Plugin {
  return {
    name: 'rules-documents',
    enforce: 'pre',
    load(id) {
      const [, game, lang] = FILE.exec(id) ?? [];
      if (!game || !lang) return null;
      this.addWatchFile(id);
      this.addWatchFile(join(dirname(id), 'diagrams', `${game}.txt`));
      const document = read(readFileSync(id, 'utf8'), game, lang, dirname(id));
      return `export default ${JSON.stringify(document)};`;
    },
  };
}
