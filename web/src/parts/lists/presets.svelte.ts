/** The options of the named rule sets, asked for once. */
import { api } from '../../lib/api';

let known = $state.raw<ReadonlyMap<string, string>>(new Map());
let asked = false;

async function ask(): Promise<void> {
  const games = await api.rules();
  known = new Map(
    games.flatMap(({ game, presets }) =>
      presets.map(({ name, options }): [string, string] => [`${game}(${options})`, name]),
    ),
  );
}

/** The name of the preset that a rule set is; null if it is none, or not known so far. */
export function presetOf(rules: string): string | null {
  if (!asked) {
    asked = true;
    ask().catch(() => (asked = false));
  }
  return known.get(rules) ?? null;
}
