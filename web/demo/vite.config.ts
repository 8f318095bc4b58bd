import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** The boards by themselves: `npx vite --config demo/vite.config.ts`, beside a running server. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [svelte({ configFile: '../svelte.config.js' })],
  server: { proxy: { '/api': process.env.IGROTEKA ?? 'http://127.0.0.1:8017' } },
});
