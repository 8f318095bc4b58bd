/** Which page an address shows; each comes in a part of its own. */
import { GAMES } from './lib/wire';

type Loader = () => Promise<{ default: unknown }>;

const isGame = (word: string | undefined) => GAMES.some((game) => game === word);

/** The page of an address with its properties. The server answers 404 for others (`site.rs`). */
export function find(parts: string[]): [Loader, Record<string, unknown>] | null {
  const [first, second, third] = parts;
  if (parts.length === 1) {
    if (first === 'analysis') return [() => import('./pages/Analysis.svelte'), {}];
    if (first === 'lobby') return [() => import('./pages/Lobby.svelte'), {}];
    if (first === 'games') return [() => import('./pages/Games.svelte'), {}];
    if (first === 'archive') return [() => import('./pages/Archive.svelte'), {}];
    if (first === 'account') return [() => import('./pages/Account.svelte'), {}];
    if (first === 'settings') return [() => import('./pages/Settings.svelte'), {}];
    if (first === 'moderate') return [() => import('./pages/Moderate.svelte'), {}];
    if (first === 'learn') return [() => import('./pages/learn/Learn.svelte'), {}];
  }
  if (parts.length === 2) {
    if (first === 'game') return [() => import('./pages/Game.svelte'), { id: second }];
    if (first === 'moderate') return [() => import('./pages/Moderate.svelte'), { name: second }];
    if (first === 'player') return [() => import('./pages/Player.svelte'), { name: second }];
    if (first === 'new' && isGame(second)) return [() => import('./pages/New.svelte'), { game: second }];
    if ((first === 'rules' || first === 'books') && isGame(second))
      return [() => import('./pages/learn/Rules.svelte'), { game: second, shelf: first }];
  }
  if (parts.length === 2 && first === 'seega' && second === 'solved')
    return [() => import('./pages/learn/Solved.svelte'), {}];
  if (parts.length === 3 && first === 'learn' && isGame(second))
    return [() => import('./pages/learn/Lesson.svelte'), { game: second, lesson: third }];
  return null;
}
