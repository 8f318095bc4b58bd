/** What the address of the analysis board says, both ways. */
import { GAMES, type GameKind, type RuleSetInfo } from '../../lib/wire';

import type { Wanted } from './study.svelte';

/** `seega(size=7)` from a game and its options, a preset's name, or a whole rule set. */
export function ruleSet(game: GameKind, rules: string, known: RuleSetInfo[]): string {
  const text = rules.trim();
  if (GAMES.some((one) => text === one || text.startsWith(`${one}(`))) return text;
  const presets = known.find((one) => one.game === game)?.presets ?? [];
  const options = presets.find((preset) => preset.name === text)?.options ?? text;
  return options ? `${game}(${options})` : game;
}

/** The options within a rule set. */
export const optionsOf = (rules: string): string => /\((.*)\)$/.exec(rules)?.[1] ?? '';

export function readAddress(query: URLSearchParams, known: RuleSetInfo[]): Wanted {
  const named = query.get('game') ?? (query.get('rules') ?? '').replace(/\(.*/, '');
  const game = GAMES.find((one) => one === named) ?? 'seega';
  const at = query.get('at');
  return {
    rules: ruleSet(game, query.get('rules') ?? '', known),
    position: query.get('position')?.trim() || undefined,
    moves: (query.get('moves') ?? '').split(/[\s,]+/).filter(Boolean),
    at: at !== null && /^\d+$/.test(at) ? Number(at) : null,
  };
}

export function writeAddress({ rules, position, moves, at }: Wanted): string {
  const query = new URLSearchParams({ game: rules.replace(/\(.*/, '') });
  if (optionsOf(rules)) query.set('rules', rules);
  if (position) query.set('position', position);
  if (moves.length > 0) query.set('moves', moves.join(' '));
  if (at !== null && at !== moves.length) query.set('at', String(at));
  return `/analysis?${query}`;
}
