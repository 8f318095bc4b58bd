/** What a player has chosen, kept in the browser; `lib/follow` keeps it with an account too. */
export interface Settings {
  theme: 'system' | 'light' | 'dark';
  skin: 'classic' | 'plain' | 'contrast';
  sound: boolean;
  /** From 0 to 1. */
  volume: number;
  animation: boolean;
  /** How fast moves are animated. */
  pace: 'slow' | 'normal' | 'fast';
  coordinates: boolean;
  /** Salta: the goal square of each piece. */
  goals: boolean;
  /** Senet: the odds of the next throw. */
  odds: boolean;
  /** Senet: the player lets the sticks fall. */
  throwing: boolean;
  /** Play an action that is the only one. */
  forced: boolean;
  /** Pass where nothing else is possible. */
  passes: boolean;
  /** Ask before a move is sent: in games of days, always, never. */
  confirm: 'slow' | 'always' | 'never';
  notify: boolean;
  /** The engine's table in the browser, in mebibytes. */
  hash: number;
  /** The engine's threads in the browser. */
  threads: number;
}

const DEFAULTS: Settings = {
  theme: 'system',
  skin: 'classic',
  sound: true,
  volume: 0.8,
  animation: true,
  pace: 'normal',
  coordinates: true,
  goals: false,
  odds: false,
  throwing: true,
  forced: false,
  passes: true,
  confirm: 'slow',
  notify: false,
  hash: 16,
  threads: 1,
};

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem('settings') ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings = $state<Settings>({ ...DEFAULTS, ...stored() });

let changed: () => void = () => {};
/** Calls back after each change that a player makes. */
export function whenChanged(then: () => void): void {
  changed = then;
}

/** Changes settings, keeps them, and shows the theme. */
export function change(changes: Partial<Settings>): void {
  adopt(changes);
  changed();
}

/** The same with settings that the player has made elsewhere; what is none of them is left out. */
export function adopt(found: Record<string, unknown>): void {
  const known = Object.entries(found).filter(
    ([name, value]) => typeof value === typeof DEFAULTS[name as keyof Settings],
  );
  Object.assign(settings, Object.fromEntries(known));
  localStorage.setItem('settings', JSON.stringify(settings));
  const root = document.documentElement;
  if (settings.theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = settings.theme;
}

const STEP_MS = { slow: 420, normal: 220, fast: 110 };

/** Milliseconds that one step of an animation takes. */
export function speed(): number {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return settings.animation && !still ? (STEP_MS[settings.pace] ?? STEP_MS.normal) : 0;
}
