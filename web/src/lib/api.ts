/**
 * Requests to the server, which a script can make as well: see docs/api.md. What only the rules are
 * asked about is answered by the core in the page.
 */
import { rules } from '../core/rules.svelte';

import { ApiError } from './error';
import type {
  Dossier,
  GameState,
  KeptNotebook,
  Listed,
  ListedNotebook,
  MailInfo,
  ModAct,
  ModOverview,
  NewGame,
  NoticeInfo,
  Person,
  Presence,
  Probe,
  Profile,
  RatedOut,
  Refused,
  ReportReason,
  ReviewState,
  SessionInfo,
  TableList,
  TokenInfo,
  TokenScope,
} from './wire';
import type { operations } from './wire.gen';

export { ApiError };

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await answer<T>(method, path, body)).value;
}

/** What is answered, and where the next page of a list is. */
async function answer<T>(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ value: T; next: string | null }> {
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
  const value = (kind.includes('json') ? await response.json() : await response.text()) as T;
  const next = /<[^>]*[?&]cursor=([^&>]*)[^>]*>; rel="next"/.exec(response.headers.get('link') ?? '');
  return { value, next: next?.[1] ?? null };
}

export type SearchQuery = NonNullable<operations['search']['parameters']['query']>;

const notebookAt = (book: string) => `/api/me/notebooks/${encodeURIComponent(book)}`;
const id = (game: string) => `/api/games/${encodeURIComponent(game)}`;

function searchAt(query: SearchQuery): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return `/api/games?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

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
  rules: () => rules.ready().then(() => rules.games()),
  create: (game: NewGame) => sitting(request<GameState>('POST', '/api/games', { nonce: nonce(), ...game })),
  join: (game: string, open = false) =>
    sitting(request<unknown>('POST', `${id(game)}/join`, { nonce: nonce(), public: open })),
  /** Stores a finished game of this device in the account; a second time changes nothing. */
  handIn: (played: Record<string, unknown>) =>
    sitting(request<{ game: string; duplicate: boolean }>('POST', '/api/games/played', played)),
  /** A game as it stands, not older than the version that was seen. */
  game: (game: string, seen = 0) => request<GameState>('GET', `${id(game)}?seen=${seen}`),
  preview: (at: { rules: string; position?: string; actions?: string[]; attempt?: string[] }) =>
    rules.ready().then(() => rules.preview(at)),
  /** The positions of a line of actions (and throws). */
  line: ({ actions: moves, ...at }: { rules: string; position?: string; actions: string[]; from?: number }) =>
    rules.ready().then(() => rules.frames({ ...at, moves })),
  /** Whether the opponent is here, and from when on the win may be claimed. */
  presence: (game: string) => request<Presence>('GET', `${id(game)}/presence`),
  /** What a finished rated game did to the ratings; empty until it is rated. */
  ratings: (game: string) => request<RatedOut[]>('GET', `${id(game)}/ratings`),
  review: (game: string) => request<ReviewState>('GET', `${id(game)}/review`),
  /** Which exact tables the server has. */
  tables: () => request<TableList>('GET', '/api/tables'),
  /** What they know of a position and of its actions. */
  probe: (rules: string, position: string) =>
    request<Probe>('GET', `/api/tables/probe?${new URLSearchParams({ rules, position })}`),
  record: (game: string) => request<string>('GET', `${id(game)}/record`),
  lobby: () => request<Listed[]>('GET', '/api/lobby'),
  mine: () => request<Listed[]>('GET', '/api/me/games'),
  search: (query: SearchQuery) => request<Listed[]>('GET', searchAt(query)),
  /** A page of the archive, and the cursor of the next; a page may be short and still have one. */
  page: (query: SearchQuery) => answer<Listed[]>('GET', searchAt(query)),
  profile: (name: string) => request<Profile>('GET', `/api/players/${encodeURIComponent(name)}`),
  register: (name: string, password: string, invitation?: string) =>
    request<Person>('POST', '/api/register', {
      name,
      password,
      ...(invitation ? { invitation } : {}),
    }),
  login: (name: string, password: string) => request<Person>('POST', '/api/login', { name, password }),
  logout: () => request<unknown>('POST', '/api/logout', {}),
  password: (old: string, next: string, revokeTokens: boolean) =>
    request<unknown>('POST', '/api/me/password', { old, new: next, revoke_tokens: revokeTokens }),
  sessions: () => request<SessionInfo[]>('GET', '/api/me/sessions'),
  endSession: (session: string) => request<unknown>('DELETE', `/api/me/sessions/${session}`),
  endOtherSessions: () => request<unknown>('DELETE', '/api/me/sessions'),
  forget: (password: string) => request<unknown>('DELETE', '/api/me', { password }),
  settings: () => request<Record<string, unknown>>('GET', '/api/me/settings'),
  keepSettings: (settings: object) => request<unknown>('PUT', '/api/me/settings', settings),
  notebooks: () => request<ListedNotebook[]>('GET', '/api/me/notebooks'),
  notebook: (book: string) => request<KeptNotebook>('GET', notebookAt(book)),
  keepNotebook: (book: string, kept: object) => request<unknown>('PUT', notebookAt(book), kept),
  removeNotebook: (book: string) => request<unknown>('DELETE', notebookAt(book)),
  mail: () => request<MailInfo>('GET', '/api/me/mail'),
  setMail: (mail: string, password: string) => request<unknown>('POST', '/api/me/mail', { mail, password }),
  forgetMail: () => request<unknown>('DELETE', '/api/me/mail'),
  confirmMail: (code: string) => request<unknown>('POST', '/api/mail/confirm', { code }),
  recover: (name: string) => request<unknown>('POST', '/api/recover', { name }),
  recovered: (code: string, password: string) =>
    request<Person>('POST', '/api/recover/password', { code, password }),
  notices: () => request<NoticeInfo[]>('GET', '/api/me/notices'),
  noticeSeen: (notice: string) => request<unknown>('POST', `/api/me/notices/${notice}/seen`),
  report: (name: string, reason: ReportReason, text: string) =>
    request<unknown>('POST', `/api/players/${encodeURIComponent(name)}/report`, { reason, text }),
  /** The page of a rated game was left for so long. */
  away: (game: string, ms: number) => request<unknown>('POST', `${id(game)}/away`, { ms }),
  moderation: () => request<ModOverview>('GET', '/api/mod'),
  dossier: (name: string) => request<Dossier>('GET', `/api/mod/players/${encodeURIComponent(name)}`),
  moderate: (name: string, act: ModAct) =>
    request<unknown>('POST', `/api/mod/players/${encodeURIComponent(name)}`, act),
  finishReport: (report: string, text: string) =>
    request<unknown>('POST', `/api/mod/reports/${report}`, { text }),
  tokens: () => request<TokenInfo[]>('GET', '/api/me/tokens'),
  newToken: (label: string, scopes: TokenScope[]) =>
    request<TokenInfo>('POST', '/api/me/tokens', { label, scopes }),
  revoke: (token: string) => request<unknown>('DELETE', `/api/me/tokens/${encodeURIComponent(token)}`),
};
