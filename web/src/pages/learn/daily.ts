/** The tasks of a game that take turns on the start page: a fraction of its lessons, loaded alone. */
import type { GameKind } from '../../lib/wire';

import type { DailyTask } from './lesson';

const sources: Record<GameKind, () => Promise<{ default: DailyTask[] }>> = {
  seega: () => import('virtual:daily/seega'),
  salta: () => import('virtual:daily/salta'),
  senet: () => import('virtual:daily/senet'),
  draughts: () => import('virtual:daily/draughts'),
  diaballik: () => import('virtual:daily/diaballik'),
};

export const dailyTasks = async (game: GameKind): Promise<DailyTask[]> => (await sources[game]()).default;
