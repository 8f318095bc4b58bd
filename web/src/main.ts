import './app.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { preferred, speak } from './lib/i18n.svelte';
import { live } from './lib/live.svelte';
import { listen } from './lib/router.svelte';

listen();
live.guard();
await speak(preferred());
live.open();
mount(App, { target: document.getElementById('app')! });
