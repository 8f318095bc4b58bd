/**
 * What a page needs of a certificate that first wins Seega: all but its moves, which are found anew,
 * and unpacked, since Brotli packs it better than the certificate does. The format is described in
 * `crates/tables/src/proof/certificate.rs`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inflateSync } from 'node:zlib';

import type { Plugin } from 'vite';

/** The bytes of an answer and of a leaf. */
const [ANSWER, LEAF] = [9, 8];

export function outline(certificate: Buffer): Buffer {
  const end = certificate.indexOf('\n') + 1;
  const { answers, leaves } = JSON.parse(certificate.subarray(0, end).toString()) as {
    answers: number;
    leaves: number;
  };
  const body = inflateSync(certificate.subarray(end));
  return Buffer.concat([certificate.subarray(0, end), body.subarray(0, ANSWER * answers + LEAF * leaves)]);
}

/** Writes the outline of a certificate to a file, which modules import as an address. */
export function proof(certificate: string, to: string): Plugin {
  return {
    name: 'proof',
    buildStart() {
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, outline(readFileSync(certificate)));
    },
  };
}
