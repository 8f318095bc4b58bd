import './app.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { whenSeated } from './lib/api';
import { follow } from './lib/follow.svelte';
import { preferred, speak } from './lib/i18n.svelte';
import { live } from './lib/live.svelte';
import { me } from './lib/me.svelte';
import { listen, route } from './lib/router.svelte';
import { find } from './pages';

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
