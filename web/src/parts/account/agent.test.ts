import { expect, test } from 'vitest';

import { program } from './agent';

test('programs are named by what their users know', () => {
  expect(program('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe(
    'Firefox, Linux',
  );
  expect(
    program(
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    ),
  ).toBe('Chrome, Android');
  expect(program('igroteka/0.2.0')).toBe('igroteka');
  expect(program('')).toBe('');
});
