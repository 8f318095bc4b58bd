/** Requests to the server. Everything here a script can do as well: see docs/api.md. */
import type {
  Composed,
  Frame,
  GameState,
  Hint,
  Listed,
  NewGame,
  Person,
  Piece,
  Preview,
  Profile,
  Refused,
  ReviewState,
  RuleSetInfo,
  Side,
  Square,
  TokenInfo,
} from './wire';
import type { operations } from './wire.gen';

/** A request that was refused, with the server's words. */
export class ApiError extends Error {
  constructor(
    readonly refused: Refused,
    readonly status: number,
  ) {
    super(refused.message);
  }
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  } catch {
    throw new ApiError({ code: 'offline', message: '' }, 0);
  }
  if (!response.ok) {
    const refused = await response.json().catch(() => ({ code: 'internal', message: '' }));
    throw new ApiError(refused as Refused, response.status);
  }
  const kind = response.headers.get('content-type') ?? '';
  return (kind.includes('json') ? await response.json() : await response.text()) as T;
}

export type SearchQuery = NonNullable<operations['search']['parameters']['query']>;

const id = (game: string) => `/api/games/${encodeURIComponent(game)}`;

/** Own randomness for the throws of the sticks. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Called when a request may have made a guest of an unknown visitor. */
let seated: () => void = () => {};
export function whenSeated(then: () => void): void {
  seated = then;
}

async function sitting<T>(done: Promise<T>): Promise<T> {
  const answer = await done;
  seated();
  return answer;
}

export const api = {
  me: () => request<Person | null>('GET', '/api/me'),
  rules: () => request<RuleSetInfo[]>('GET', '/api/rules'),
  create: (game: NewGame) => sitting(request<GameState>('POST', '/api/games', { nonce: nonce(), ...game })),
  join: (game: string, open = false) =>
    sitting(request<unknown>('POST', `${id(game)}/join`, { nonce: nonce(), public: open })),
  game: (game: string) => request<GameState>('GET', id(game)),
  frames: (game: string, from: number) => request<Frame[]>('GET', `${id(game)}/frames?from=${from}`),
  preview: (at: { rules: string; position?: string; actions?: string[]; attempt?: string[] }) =>
    request<Preview>('POST', '/api/preview', at),
  /** The positions of a line of actions (and throws). */
  line: (at: { rules: string; position?: string; actions: string[]; from?: number }) =>
    request<Frame[]>('POST', '/api/line', at),
  /** The text of a position that a hand has set up. */
  compose: (at: { rules: string; position?: string; pieces?: [Square, Piece][]; side?: Side }) =>
    request<Composed>('POST', '/api/compose', at),
  previewIn: (game: string, actions: string[], attempt: string[] = []) =>
    request<Preview>('POST', `${id(game)}/preview`, { actions, attempt }),
  hint: (game: string) => request<Hint>('POST', `${id(game)}/hint`, {}),
  startReview: (game: string) => request<ReviewState>('POST', `${id(game)}/review`, {}),
  review: (game: string) => request<ReviewState>('GET', `${id(game)}/review`),
  record: (game: string) => request<string>('GET', `${id(game)}/record`),
  lobby: () => request<Listed[]>('GET', '/api/lobby'),
  mine: () => request<Listed[]>('GET', '/api/me/games'),
  search: (query: SearchQuery) => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    return request<Listed[]>('GET', `/api/games?${search}`);
  },
  profile: (name: string) => request<Profile>('GET', `/api/players/${encodeURIComponent(name)}`),
  register: (name: string, password: string, invitation?: string) =>
    request<Person>('POST', '/api/register', {
      name,
      password,
      ...(invitation ? { invitation } : {}),
    }),
  login: (name: string, password: string) => request<Person>('POST', '/api/login', { name, password }),
  logout: () => request<unknown>('POST', '/api/logout', {}),
  password: (old: string, next: string) => request<unknown>('POST', '/api/me/password', { old, new: next }),
  forget: (password: string) => request<unknown>('DELETE', '/api/me', { password }),
  settings: () => request<Record<string, unknown>>('GET', '/api/me/settings'),
  keepSettings: (settings: object) => request<unknown>('PUT', '/api/me/settings', settings),
  tokens: () => request<TokenInfo[]>('GET', '/api/me/tokens'),
  newToken: (label: string) => request<TokenInfo>('POST', '/api/me/tokens', { label }),
  revoke: (token: string) => request<unknown>('DELETE', `/api/me/tokens/${encodeURIComponent(token)}`),
};
