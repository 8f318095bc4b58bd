/** A question that was refused, by the server or by the core, with the words for it. */
import type { Refused } from './wire';

export class ApiError extends Error {
  constructor(
    readonly refused: Refused,
    readonly status: number,
  ) {
    super(refused.message);
  }
}
