/**
 * Messages of the core in a worker, where there is no catalogue: their ids and variables, as a text
 * that the page turns into words when it shows it (`said` in `i18n`), in the language of that moment.
 */

/** Begins such a text; no word does. */
const MARK = '\u0001';

type Args = Record<string, string | number>;

export const unsaid = (id: string, args: Args): string => MARK + JSON.stringify([id, args]);

/** The id and the variables in such a text; none in any other. */
export const toSay = (text: string): [id: string, args: Args] | null =>
  text.startsWith(MARK) ? (JSON.parse(text.slice(MARK.length)) as [string, Args]) : null;
