/** What a player reads, from the one Fluent catalogue that server and terminal use too. */
import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';

import { toSay } from './unsaid';

export type Lang = 'en' | 'ru';
export const LANGS: readonly Lang[] = ['en', 'ru'];

const sources: Record<Lang, () => Promise<{ default: string[] }>> = {
  en: () => import('./words/en'),
  ru: () => import('./words/ru'),
};

/** What comes later: the core's words of rules with it, the story of the solved game with its page. */
const further = {
  rules: { en: () => import('./words/rules.en'), ru: () => import('./words/rules.ru') },
  solved: { en: () => import('./words/solved.en'), ru: () => import('./words/solved.ru') },
} satisfies Record<string, Record<Lang, () => Promise<{ default: string[] }>>>;
type Further = keyof typeof further;
const brought = new Set<Further>();

let speaking: Promise<void> = Promise.resolve();

let bundle = $state.raw<FluentBundle | null>(null);
let current = $state<Lang>('en');

/** The language of the page. */
export const lang = (): Lang => current;

/** The language that was chosen before, or that the browser prefers. */
export function preferred(): Lang {
  const chosen = /(?:^|; )lang=(en|ru)/.exec(document.cookie)?.[1];
  const wish = chosen ?? navigator.languages.find((one) => /^(en|ru)\b/.test(one))?.slice(0, 2);
  return wish === 'ru' ? 'ru' : 'en';
}

/** Switches the language; the server learns of it by the cookie. */
export function speak(wanted: Lang): Promise<void> {
  current = wanted;
  // One after another: what was asked for last, with all of its parts, is what stays.
  const done = speaking.then(() => bring(wanted));
  speaking = done.catch(() => {});
  return done;
}

async function bring(wanted: Lang): Promise<void> {
  const parts = await Promise.all([
    sources[wanted](),
    ...[...brought].map((part) => further[part][wanted]()),
  ]);
  const texts = parts.flatMap((part) => part.default);
  const next = new FluentBundle(wanted, { useIsolating: false });
  for (const text of texts) next.addResource(new FluentResource(text));
  document.cookie = `lang=${wanted}; path=/; max-age=31536000; samesite=lax`;
  document.documentElement.lang = wanted;
  bundle = next;
}

/** Brings further words too, from now on in every language. */
export async function speakOf(part: Further): Promise<void> {
  if (brought.has(part)) return;
  brought.add(part);
  try {
    await speak(current);
  } catch (error) {
    brought.delete(part);
    throw error;
  }
}

/** The message with this id, as the core wants it: none if a variable is missing. */
export function sentence(id: string, args: Record<string, FluentVariable>): string | null {
  const message = bundle?.getMessage(id);
  if (!message?.value || !bundle) return null;
  const errors: Error[] = [];
  const text = bundle.formatPattern(message.value, args, errors);
  return errors.length > 0 ? null : text;
}

/** The message with this id; the id itself where the catalogue lacks it, which the tests do not let pass. */
export function t(id: string, args?: Record<string, FluentVariable>): string {
  const text = maybe(id, args);
  // The browser tests fail on whatever is logged as an error.
  // eslint-disable-next-line no-console
  if (text === null) console.error(`No text for ${id}`);
  return text ?? id;
}

/** A text of the core, in words: what a worker left unsaid is said here. */
export function said(text: string): string {
  const unsaid = toSay(text);
  return unsaid ? t(...unsaid) : text;
}

/** The message with this id, if there is one. */
export function maybe(id: string, args?: Record<string, FluentVariable>): string | null {
  const message = bundle?.getMessage(id);
  return message?.value && bundle ? bundle.formatPattern(message.value, args) : null;
}

/** A day as people write it. */
export function day(ms: number): string {
  return new Intl.DateTimeFormat(current, { dateStyle: 'medium' }).format(ms);
}

/** What a term of the evaluation weighs, in hundredths: always with its sign and both digits. */
export function weight(hundredths: number): string {
  const format = new Intl.NumberFormat(current, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${hundredths < 0 ? '−' : '+'}${format.format(Math.abs(hundredths) / 100)}`;
}

/** A number with the language's own separators. */
export function number(value: number, digits = 0): string {
  return new Intl.NumberFormat(current, { maximumFractionDigits: digits }).format(value);
}
