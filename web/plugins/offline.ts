/**
 * The service worker: `sw.js` with the list of everything that was built. Its version is the hash of
 * that list, so that a browser takes up a new build as a whole or not at all.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

/** What only some players need: kept when it is first asked for, and not before. */
const LATER = /\.proof$|\/(proof_wasm|tables_wasm|core_threads)-[^/]*\.wasm$/;

export function offline(source: string): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir = 'dist' }) {
      const all = readdirSync(dir, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(dir, name)).isFile() && !/\.(gz|br)$|^sw\.js$/.test(name))
        .sort();
      const hash = createHash('sha256');
      for (const name of all) hash.update(name).update(readFileSync(join(dir, name)));
      const files = all.map((name) => (name === 'index.html' ? '/' : `/${name}`));
      const version = hash.digest('hex').slice(0, 16);
      const text = readFileSync(source, 'utf8')
        .replace("'VERSION'", JSON.stringify(version))
        .replace("['FILES']", JSON.stringify(files.filter((file) => !LATER.test(file))))
        .replace("['LATER']", JSON.stringify(files.filter((file) => LATER.test(file))));
      writeFileSync(join(dir, 'sw.js'), text);
    },
  };
}
