/** A position of each game in which every kind of piece can be seen. */
import type { GameKind } from '../../lib/wire';

export const SAMPLES: Record<GameKind, { rules: string; position?: string }> = {
  seega: { rules: 'seega', position: '1bgb1/gb1gg/b1g1b/1ggb1/b1bg1 g 0,0 - 3' },
  salta: { rules: 'salta' },
  senet: { rules: 'senet', position: '......c.s.cc.s....s.c...s..... c 3' },
  draughts: { rules: 'draughts', position: '1W6/2b3b1/1b3b2/4b3/1w3w2/2w1w3/1w3w2/6B1 w 3,2 0 4' },
  diaballik: { rules: 'diaballik', position: '1bb1bbb/3B3/b6/1rr4/r2R1rr/7/4r2 r 2p 6' },
};
