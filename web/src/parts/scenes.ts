/** The openings that the home page's miniatures play: positions come from the server. */
import { api } from '../lib/api';
import type { Frame, GameKind } from '../lib/wire';

interface Scene {
  rules: string;
  position?: string;
  actions: string[];
}

const SCENES: Record<GameKind, Scene> = {
  seega: {
    rules: 'seega',
    position: 'bgbgb/gbggb/bb1bg/gggbg/bgbbg g 0,0 - 0',
    actions: [],
  },
  salta: {
    rules: 'salta',
    actions: ['a3b4', 'b8a7', 'c3d4', 'd8e7', 'e3f4', 'f8g7', 'g3h4', 'h8i7'],
  },
  senet: {
    rules: 'senet',
    position: 'scscscscscscscscscsc.......... c t',
    actions: [],
  },
  draughts: {
    rules: 'draughts',
    actions: ['c3-d4', 'b6-a5', 'd4-c5', 'd6:b4', 'a3:c5'],
  },
  diaballik: {
    rules: 'diaballik',
    actions: [
      'c1c2',
      'c2c3',
      'd1>e1',
      'e7e6',
      'e6e5',
      'd7>c7',
      'g1g2',
      'g2g3',
      'e1>c3',
      'a7a6',
      'a6a5',
      'c7>e5',
    ],
  },
};

const known = new Map<GameKind, Promise<Frame[]>>();

/** The positions of a game's scene; the start alone if the server does not know it. */
export function scene(game: GameKind): Promise<Frame[]> {
  let frames = known.get(game);
  if (!frames) {
    frames = api.line(SCENES[game]).catch(() => []);
    known.set(game, frames);
  }
  return frames;
}
