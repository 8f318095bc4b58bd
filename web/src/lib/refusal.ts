import type { Refused } from './wire';

/** The words of a refusal without the article in brackets at their end: where they are shown, a link names it. */
export function reasonOf({ message, illegal }: Refused): string {
  const article = illegal?.article;
  return message.replace(/\s*\([^()]*\)$/, (last) => (article && last.includes(article) ? '' : last));
}
