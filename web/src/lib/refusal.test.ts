import { expect, test } from 'vitest';

import { reasonOf } from './refusal';
import type { Refused } from './wire';

const refused = (message: string, article?: string) =>
  ({
    code: 'illegal',
    message,
    ...(article ? { illegal: { article, reason: '', squares: [] } } : {}),
  }) as Refused;

test('the article at the end is left to its link, other brackets stay', () => {
  expect(reasonOf(refused('Move by exactly the number thrown (you gave 2, 30) (article 3.3)', '3.3'))).toBe(
    'Move by exactly the number thrown (you gave 2, 30).',
  );
  expect(reasonOf(refused('Ходите ровно на выпавшее число (статья 3.3)', '3.3'))).toBe(
    'Ходите ровно на выпавшее число.',
  );
  expect(reasonOf(refused('Нет поля! (статья 1.1)', '1.1'))).toBe('Нет поля!');
  expect(reasonOf(refused('No connection (timeout)'))).toBe('No connection (timeout)');
});
