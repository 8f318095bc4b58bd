/** What a player has chosen, kept in the browser. */
export interface Settings {
  theme: 'system' | 'light' | 'dark';
  skin: 'classic' | 'plain' | 'contrast';
  sound: boolean;
  animation: boolean;
  coordinates: boolean;
  /** Salta: the goal square of each piece. */
  goals: boolean;
  /** Senet: the odds of the next throw. */
  odds: boolean;
  /** Play an action that is the only one. */
  forced: boolean;
  /** Ask before a move is sent: in games of days, always, never. */
  confirm: 'slow' | 'always' | 'never';
  notify: boolean;
}

const DEFAULTS: Settings = {
  theme: 'system',
  skin: 'classic',
  sound: true,
  animation: true,
  coordinates: true,
  goals: false,
  odds: false,
  forced: false,
  confirm: 'slow',
  notify: false,
};

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem('settings') ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings = $state<Settings>({ ...DEFAULTS, ...stored() });

/** Changes settings, keeps them, and shows the theme. */
export function change(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  localStorage.setItem('settings', JSON.stringify(settings));
  const root = document.documentElement;
  if (settings.theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = settings.theme;
}

/** Milliseconds that one step of an animation takes. */
export function speed(): number {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return settings.animation && !still ? 220 : 0;
}
