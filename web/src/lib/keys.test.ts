import { expect, test } from 'vitest';

import { keyOf } from './keys';

test('a key means the same on a Russian keyboard', () => {
  expect(keyOf({ key: 't', code: 'KeyT' })).toBe('t');
  expect(keyOf({ key: 'е', code: 'KeyT' })).toBe('t');
  expect(keyOf({ key: 'а', code: 'KeyF' })).toBe('f');
  // By what is written on it, where that is Latin.
  expect(keyOf({ key: 'u', code: 'KeyF' })).toBe('u');
  expect(keyOf({ key: 'ArrowLeft', code: 'ArrowLeft' })).toBe('ArrowLeft');
  expect(keyOf({ key: '?', code: 'Digit7' })).toBe('?');
});
