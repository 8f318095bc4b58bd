/**
 * The service worker: `sw.js` with the list of everything that was built. Its version is the hash of
 * that list, so that a browser takes up a new build as a whole or not at all.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

export function offline(source: string): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir = 'dist' }) {
      const all = readdirSync(dir, { recursive: true, encoding: 'utf8' })
        // The core for several threads is fetched by those who want it; without it there is one.
        .filter(
          (name) => !/\.(gz|br)$|^sw\.js$|core_threads/.test(name) && statSync(join(dir, name)).isFile(),
        )
        .sort();
      const hash = createHash('sha256');
      for (const name of all) hash.update(name).update(readFileSync(join(dir, name)));
      const files = all.map((name) => (name === 'index.html' ? '/' : `/${name}`));
      const version = hash.digest('hex').slice(0, 16);
      const text = readFileSync(source, 'utf8')
        .replace("'VERSION'", JSON.stringify(version))
        .replace("['FILES']", JSON.stringify(files));
      writeFileSync(join(dir, 'sw.js'), text);
    },
  };
}
