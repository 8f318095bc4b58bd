/** What the page says of the proof is what the file and the document say. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { outline } from '../../../plugins/proof';
import { FACTS, SOLVED } from './solved';

const root = join(import.meta.dirname, '../../../..');
const certificate = readFileSync(join(root, SOLVED.file));

it('has the numbers of the certificate', () => {
  const [line = ''] = certificate.subarray(0, 4096).toString('latin1').split('\n');
  const { rules, claim, answers, leaves } = JSON.parse(line) as Record<string, unknown>;
  expect([rules, claim]).toEqual([SOLVED.game, 'first wins']);
  expect([answers, leaves]).toEqual([FACTS.answers, FACTS.leaves]);
});

it('has the numbers of the document', () => {
  const text = readFileSync(join(root, 'docs/knowledge.md'), 'utf8');
  for (const fact of Object.values(FACTS)) expect(text).toContain(fact.toLocaleString('en'));
  expect(FACTS.won + FACTS.lost + FACTS.open).toBe(FACTS.placements);
});

it('hands a page the answers and leaves of the certificate, and nothing else', () => {
  const cut = outline(certificate);
  const header = certificate.indexOf('\n') + 1;
  expect(cut.subarray(0, header)).toEqual(certificate.subarray(0, header));
  expect(cut.length).toBe(header + 9 * FACTS.answers + 8 * FACTS.leaves);
});
