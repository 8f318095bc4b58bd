/** Names of sides, pieces and squares in the player's language. */
import { maybe, t } from './i18n.svelte';
import { settings } from './settings.svelte';
import type { GameKind, Piece, Player, Side, Square } from './wire';

/** The word by which messages know a side. */
export const SIDE_WORDS: Record<GameKind, Record<Side, string>> = {
  seega: { first: 'green', second: 'blue' },
  salta: { first: 'green', second: 'red' },
  senet: { first: 'cones', second: 'spools' },
  draughts: { first: 'white', second: 'black' },
  diaballik: { first: 'red', second: 'blue' },
};

/** A side's name; where its colour cannot be seen, with what its pieces look like instead. */
export function sideName(game: GameKind, side: Side): string {
  const word = SIDE_WORDS[game][side];
  const hatched = settings.skin === 'contrast' ? maybe(`contrast-${word}-${side}`) : null;
  return hatched ?? t(`side-${word}`);
}

export function pieceName(game: GameKind, piece: Piece): string {
  return t(`piece-${piece.kind}`, {
    side: SIDE_WORDS[game][piece.side],
    number: piece.number ?? 0,
    kind: piece.kind,
  });
}

/** A square and what stands on it, for a screen reader. */
export function squareName(game: GameKind, square: Square, piece: Piece | null): string {
  const house = game === 'senet' ? maybe(`house-${square}`) : null;
  const place = house ? `${square}, ${house}` : square;
  return `${place}: ${piece ? pieceName(game, piece) : t('web-empty')}`;
}

/** Whether a player is the computer with a proof that it wins: it has no level. */
export const playsProof = ({ kind, level }: Player) => kind === 'engine' && level === undefined;

/** A player as others see them. */
export function playerName(player: Player): string {
  if (player.name) return player.name;
  if (playsProof(player)) return t('web-engine-proof');
  if (player.kind === 'engine') return t('web-engine-level', { level: player.level ?? 0 });
  if (player.kind === 'guest') return t('web-guest');
  return player.kind === 'nobody' ? t('web-nobody') : t('web-guest');
}

/** What differs from the main rules, in words; empty for the main rules. */
export function optionsName(rules: string): string {
  const [, game, options = ''] = /^(\w+)(?:\((.*)\))?$/.exec(rules) ?? [];
  const pair = (text: string) => {
    const [name = '', value = ''] = text.split('=');
    return `${t(`option-${game}-${name}`)}: ${maybe(`value-${game}-${name}-${value}`) ?? value}`;
  };
  return options.split(',').filter(Boolean).map(pair).join('; ');
}

/** A rule set in words: the game's name, and what differs from its main rules. */
export function rulesName(rules: string): string {
  const [, game] = /^(\w+)/.exec(rules) ?? [];
  const options = optionsName(rules);
  return options ? `${t(`game-${game}`)} (${options})` : t(`game-${game}`);
}

/** A clock as people say it. */
export function clockName(time: string): string {
  const days = /^(\d+)d$/.exec(time);
  if (days) return t('web-clock-days', { days: Number(days[1]) });
  const live = /^([\d.]+)\+(\d+)$/.exec(time);
  if (live) return t('web-clock-live', { minutes: Number(live[1]), seconds: Number(live[2]) });
  return t('web-clock-none');
}
