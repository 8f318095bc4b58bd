import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

import { lessons } from './plugins/lessons.ts';
import { rules } from './plugins/rules.ts';

/** Writes each text file of the build compressed beside itself: the server only hands them out. */
function compressed(): Plugin {
  const worth = /\.(js|css|html|svg|json|webmanifest)$/;
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir }) {
      for (const name of readdirSync(dir ?? 'dist', { recursive: true, encoding: 'utf8' })) {
        const path = join(dir ?? 'dist', name);
        if (!worth.test(name) || !statSync(path).isFile()) continue;
        const plain = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
        const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 };
        writeFileSync(`${path}.br`, brotliCompressSync(plain, { params: quality }));
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), rules(), lessons(join(import.meta.dirname, '../content/lessons')), compressed()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    proxy: { '/api': { target: process.env['IGROTEKA'] ?? 'http://127.0.0.1:8017', ws: true } },
    fs: { allow: ['..'] },
  },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0]);
