/** The points of a throw as records write it (`t3`); null for an action. */
export function throwPoints(text: string): number | null {
  const found = /^t([1-5])$/.exec(text);
  return found ? Number(found[1]) : null;
}
