import type { Refused } from './wire';

/**
 * The words of a refusal without the article in brackets at their end: where they are shown, a link
 * names it, and stands behind a whole sentence.
 */
export function reasonOf({ message, illegal }: Refused): string {
  const article = illegal?.article;
  if (!article || !message) return message;
  const words = message.replace(/\s*\([^()]*\)$/, (last) => (last.includes(article) ? '' : last));
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}
