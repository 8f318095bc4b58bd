/** Settings and language follow an account: taken over on signing in, kept with each change. */
import { untrack } from 'svelte';

import { api } from './api';
import { LANGS, lang, speak } from './i18n.svelte';
import { me } from './me.svelte';
import { adopt, settings, whenChanged } from './settings.svelte';

/** Changes that follow each other are kept together. */
const PAUSE_MS = 400;

function chosen(): Record<string, unknown> {
  return { ...settings, lang: lang() };
}

async function meet(): Promise<void> {
  const kept = await api.settings().catch(() => null);
  if (!kept) return;
  if (Object.keys(kept).length === 0) {
    await api.keepSettings(chosen()).catch(() => {});
    return;
  }
  // Whether a browser may notify is its own matter.
  adopt({ ...kept, notify: settings.notify });
  const known = LANGS.find((one) => one === kept['lang']);
  if (known && known !== lang()) await speak(known);
}

/** Begins to follow the account that signs in. */
export function follow(): void {
  let pause: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    if (!me.named) return;
    clearTimeout(pause);
    pause = setTimeout(() => void api.keepSettings(chosen()).catch(() => {}), PAUSE_MS);
  };
  whenChanged(keep);
  $effect.root(() => {
    const account = $derived(me.named ? me.person?.account : undefined);
    $effect(() => {
      if (account) void untrack(meet);
    });
    let before = lang();
    $effect(() => {
      if (lang() !== before) keep();
      before = lang();
    });
  });
}
