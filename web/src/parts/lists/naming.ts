/** Names of sides, pieces, players, clocks and results, from the catalogue. */
import type { Listed } from '../../lib/api';
import { t } from '../../lib/i18n.svelte';
import type { GameKind, Piece, Player, Side, Square } from '../../lib/wire';

/** The words by which the catalogue knows a game's sides. */
const SIDES: Record<GameKind, readonly [string, string]> = {
  seega: ['green', 'blue'],
  salta: ['green', 'red'],
  senet: ['cones', 'spools'],
  draughts: ['white', 'black'],
  diaballik: ['red', 'blue'],
};

export const sideWord = (game: GameKind, side: Side): string =>
  SIDES[game][side === 'first' ? 0 : 1];

export const sideName = (game: GameKind, side: Side): string =>
  t(`side-${sideWord(game, side)}`);

export function pieceName(game: GameKind, piece: Piece): string {
  return t(`piece-${piece.kind}`, { side: sideWord(game, piece.side), number: piece.number ?? 0 });
}

/** What a screen reader says of a square. */
export function squareLabel(game: GameKind, square: Square, piece: Piece | null): string {
  const house = game === 'senet' && /^(15|26|27|28|29|30)$/.test(square);
  const place = house ? `${square}, ${t(`house-${square}`)}` : square;
  if (!piece) return t('study-square-empty', { square: place });
  return t('study-square', { square: place, piece: pieceName(game, piece) });
}

export function playerName(player: Player): string {
  if (player.kind === 'engine') return t('list-engine', { level: player.level ?? 0 });
  if (player.kind === 'nobody') return t('list-nobody');
  return player.name ?? t('list-guest');
}

/** A clock in words: `5+3`, `3d`, `none`. */
export function clockText(time: string): string {
  const days = /^(\d+)d$/.exec(time);
  if (days) return t('list-time-days', { days: Number(days[1]) });
  const clock = /^([\d.]+)\+(\d+)$/.exec(time);
  if (clock) return t('list-time-clock', { minutes: Number(clock[1]), seconds: Number(clock[2]) });
  return t('list-time-none');
}

/** The options of a rule set, `size=7, drops=2`, or that there are none. */
export function rulesText(rules: string): string {
  const options = /\((.+)\)$/.exec(rules)?.[1];
  return options ? options.replaceAll(',', ', ') : t('list-rules-main');
}

/** How a game ended, in a sentence; nothing while it is played. */
export function outcomeText(game: Listed): string {
  const { winner, reason, kind, points } = game;
  if (!winner || !reason) return '';
  const won = winner === 'first' || winner === 'second';
  const args = {
    winner: won ? sideWord(kind, winner) : 'none',
    loser: won ? sideWord(kind, winner === 'first' ? 'second' : 'first') : 'none',
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
