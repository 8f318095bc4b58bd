/** Who the server takes this browser for. */
import { api } from './api';
import type { Person } from './wire';

let person = $state.raw<Person | null>(null);

export const me = {
  get person(): Person | null {
    return person;
  },
  get named(): boolean {
    return (person?.name ?? null) !== null;
  },
};

export function setMe(someone: Person | null): void {
  person = someone;
}

/** Asks the server anew. */
export async function refreshMe(): Promise<void> {
  person = await api.me().catch(() => null);
}
