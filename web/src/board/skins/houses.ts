import type { Square } from '../../lib/wire';

const bird = (x: number, y: number) =>
  `M${x - 9} ${y + 1}c-1-7 4-11 9-10c3 1 4 3 4 5l6 2l-5 1.5c-1 6-6 9-13 9l-9 3c1-5 4-9 8-10.500M${x - 2} ${y + 9}v7h-4M${x + 3} ${y + 7}v9h-4`;

const kneeling = (x: number) =>
  `M${x} -15a6 6 0 1 1 .1 0M${x - 6} -13c-4 8-5 15-4 22h15l7 9h-22c-3-2-3-5-1-8M${x - 2} -9c4 4 8 6 14 5l3-7`;

/** The signs of Senet's houses, drawn with a reed pen around the middle of a square. */
export const HOUSES: Record<Square, string> = {
  // Rebirth: the ankh.
  15: 'M0 2C-15-12-13-33 0-33S15-12 0 2ZM0 2V32M-20 6H20M-4 32H4',
  // Beauty: nefer, heart and windpipe.
  26: 'M0-33V4M-9-27H9M-8-20H8M0 4C-13 4-16 15-12 23C-9 31 9 31 12 23C16 15 13 4 0 4ZM-5 13V24M5 13V24',
  // Water: three waves.
  27: [-15, 2, 19].map((y) => `M-36 ${y + 5}l9-10l9 10l9-10l9 10l9-10l9 10l9-10l9 10`).join(''),
  // Three: the birds of the soul.
  28: bird(-17, -18) + bird(19, -18) + bird(1, 14),
  // Two: kneeling figures.
  29: kneeling(-17) + kneeling(17),
  // The sun: a disc with its centre.
  30: 'M0-27A26 26 0 1 1-.1-27ZM0-6A5 5 0 1 1-.1-6Z',
};
