import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

import { lessons } from './plugins/lessons.ts';
import { offline } from './plugins/offline.ts';
import { proof } from './plugins/proof.ts';
import { rules } from './plugins/rules.ts';

/** What `make core` builds: the core, and the modules that play by a proof and look up in tables. */
const TARGET = process.env['CARGO_TARGET_DIR'] ?? join(import.meta.dirname, '../target');
const [CORE, PROOF, TABLES] = ['core', 'proof', 'tables'].map((name) =>
  join(TARGET, `wasm/wasm32-unknown-unknown/wasm/${name}_wasm.wasm`),
) as [string, string, string];
/** The core for several threads, where `make core-threads` could build it. */
const CORE_THREADS = join(TARGET, 'wasm-threads/core_threads.wasm');
const THREADS = existsSync(CORE_THREADS);

/** What a page needs of the proof that first wins Seega. */
const CERTIFICATE = join(import.meta.dirname, '../data/tables/seega/default/first-wins.certificate');
const OUTLINE = join(TARGET, 'wasm/seega.proof');

/** What the engine has learned of a game. */
const WEIGHTS = join(import.meta.dirname, '../crates/engine/weights');

function core(): Plugin {
  return {
    name: 'core',
    apply: 'build',
    buildStart() {
      for (const file of [CORE, PROOF, TABLES])
        if (!existsSync(file)) this.error(`${file} is not there: make core builds it`);
    },
  };
}

/** What a browser that is too old reads, in both languages: the page itself cannot be run there. */
function tooOld(): Plugin {
  const message = (lang: string) => {
    const text = readFileSync(join(import.meta.dirname, `../crates/text/locales/${lang}/core.ftl`), 'utf8');
    return `<p lang="${lang}">${/^web-too-old = (.*)$/m.exec(text)?.[1] ?? ''}</p>`;
  };
  return {
    name: 'too-old',
    transformIndexHtml: (html) => html.replace('%too-old%', message('en') + message('ru')),
  };
}

/** Writes each text file of the build compressed beside itself: the server only hands them out. */
function compressed(): Plugin {
  const worth = /\.(js|css|html|svg|json|wasm|proof|weights|webmanifest)$/;
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
  plugins: [
    svelte(),
    core(),
    proof(CERTIFICATE, OUTLINE),
    tooOld(),
    rules(),
    lessons(join(import.meta.dirname, '../content/lessons')),
    offline(join(import.meta.dirname, 'src/sw.js')),
    compressed(),
  ],
  resolve: {
    alias: [
      { find: /^core\.wasm/, replacement: CORE },
      { find: /^core_threads\.wasm/, replacement: THREADS ? CORE_THREADS : CORE },
      { find: /^proof\.wasm/, replacement: PROOF },
      { find: /^tables\.wasm/, replacement: TABLES },
      { find: /^seega\.proof/, replacement: OUTLINE },
      { find: /^(\w+\.weights)/, replacement: join(WEIGHTS, '$1') },
    ],
  },
  define: { THREADS: JSON.stringify(THREADS) },
  // The engine's worker begins workers of its own.
  worker: { format: 'es' },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    proxy: { '/api': { target: process.env['IGROTEKA'] ?? 'http://127.0.0.1:8017', ws: true } },
    fs: { allow: ['..'] },
  },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0]);
