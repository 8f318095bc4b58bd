import './app.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { whenSeated } from './lib/api';
import { preferred, speak } from './lib/i18n.svelte';
import { live } from './lib/live.svelte';
import { me } from './lib/me.svelte';
import { listen } from './lib/router.svelte';

listen();
live.guard();
// A connection knows who opened it: a new guest needs a new one.
whenSeated(() => me.person ?? live.reopen());
await speak(preferred());
live.open();
mount(App, { target: document.getElementById('app')! });
