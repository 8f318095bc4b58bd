/** The names of games that are played on this device alone. */
const PREFIX = 'local-';

export const isLocal = (game: string): boolean => game.startsWith(PREFIX);

export const newLocal = (): string => {
  // Not `randomUUID`, which a page without TLS lacks.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return PREFIX + Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};
