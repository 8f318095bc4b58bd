/** What is left on a clock, in figures. */
import { t } from '../../lib/i18n.svelte';
import type { Clock } from '../../lib/wire';

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Milliseconds left for first or second at the server's time `now`. */
export function left(clock: Clock, index: 0 | 1, now: number): number | null {
  if (!clock.left_ms) return null;
  const side = index === 0 ? 'first' : 'second';
  const gone = clock.running === side ? Math.max(0, now - clock.now_ms) : 0;
  return Math.max(0, clock.left_ms[index] - gone);
}

export function leftText(ms: number): string {
  if (ms >= DAY) {
    return t('web-clock-left', {
      days: Math.floor(ms / DAY),
      hours: Math.floor((ms % DAY) / HOUR),
    });
  }
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
