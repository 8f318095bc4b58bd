/** Keys by their place: the letter that a Latin keyboard has there, whatever alphabet is switched on. */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key.length > 1 || key.charCodeAt(0) < 128) return key;
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}
