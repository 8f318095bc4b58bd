import './app.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { whenSeated } from './lib/api';
import { follow } from './lib/follow.svelte';
import { preferred, speak } from './lib/i18n.svelte';
import { live } from './lib/live.svelte';
import { me } from './lib/me.svelte';
import { keepOffline } from './lib/offline.svelte';
import { listen, route } from './lib/router.svelte';
import { find } from './pages';

async function begin(): Promise<void> {
  listen();
  live.guard();
  // A connection knows who opened it: a new guest needs a new one.
  whenSeated(() => me.person ?? live.reopen());
  // Words, the page's own part and the connection come side by side.
  const words = speak(preferred());
  live.open();
  follow();
  find(route.parts)?.[0]().catch(() => {});
  await words;
  mount(App, { target: document.getElementById('app')! });
  // The rest comes when the page is there.
  const idle = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 1000));
  const keep = () => idle(() => void keepOffline());
  if (document.readyState === 'complete') keep();
  else addEventListener('load', keep);
}

// `theme.js` has said why to a browser that is too old.
if (!('tooOld' in window)) await begin();
