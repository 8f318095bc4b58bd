/** The game whose result is proven, and the numbers of the proof (`docs/knowledge.md`). */

export const SOLVED = {
  game: 'seega',
  page: '/seega/solved',
  /** The first placement of the proof. */
  begins: 'c1',
  file: 'data/tables/seega/default/first-wins.certificate',
} as const;

export const FACTS = {
  /** Full placements up to symmetry, and what is known of them. */
  placements: 339_106,
  won: 96_769,
  lost: 11_615,
  open: 230_722,
  /** In the file: answers while stones are placed, full placements with all of first's moves. */
  answers: 222_582,
  leaves: 50_611,
  /** What the verifier plays through. */
  positions: 13_934_302,
} as const;
