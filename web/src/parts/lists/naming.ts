/** Rules and results of games in lists, in words. */
import { other, type Listed } from '../../lib/wire';
import { t } from '../../lib/i18n.svelte';
import { optionsName, SIDE_WORDS } from '../../lib/names';

import { presetOf } from './presets.svelte';

/** The options of a rule set in words, or that there are none. */
export function rulesText(rules: string): string {
  const [game] = rules.split('(');
  const preset = presetOf(rules);
  return preset ? t(`preset-${game}-${preset}`) : optionsName(rules) || t('list-rules-main');
}

/** How a game ended, in a sentence; nothing while it is played. */
export function outcomeText(game: Listed): string {
  const { winner, reason, kind, points } = game;
  if (!winner || !reason) return '';
  const won = winner === 'first' || winner === 'second';
  const args = {
    winner: won ? SIDE_WORDS[kind][winner] : 'none',
    loser: won ? SIDE_WORDS[kind][other(winner)] : 'none',
    result: won ? 'win' : winner === 'draw' ? 'draw' : 'none',
    game: kind,
    scored: points === null ? 'no' : 'yes',
    points: points ?? 0,
  };
  const why = t(`end-${reason}`, args);
  const id = won ? 'outcome-win' : winner === 'draw' ? 'outcome-draw' : 'outcome-aborted';
  return t(id, { ...args, reason: why });
}

/** A reason on its own, as a choice in a list. */
export function reasonText(reason: string): string {
  const text = t(`end-${reason}`, {
    winner: 'none',
    loser: 'none',
    result: 'none',
    game: 'none',
  });
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The server's words for a refusal, or ours where it could not be asked. */
export const refusalText = (refused: { code: string; message: string }): string =>
  refused.message || t(refused.code === 'offline' ? 'list-offline' : 'list-failed');
