/** What the server sends and takes: names for the types that are generated from its OpenAPI document. */
import type { components } from './wire.gen';

type Schemas = components['schemas'];

export type GameKind = Schemas['GameId'];
export const GAMES: readonly GameKind[] = ['seega', 'salta', 'senet', 'draughts', 'diaballik'];

export type Side = Schemas['Side'];
export const other = (side: Side): Side => (side === 'first' ? 'second' : 'first');

export type Square = Schemas['Square'];
export type Spot = Schemas['Spot'];
export type Piece = Schemas['Piece'];
export type PieceKind = Schemas['Kind'];
export type Tray = Schemas['Tray'];
export type View = Schemas['View'];
export type GameEvent = Schemas['Event'];
export type Warned = Schemas['Warned'];
export type Legal = Schemas['Legal'];
export type ResultOut = Schemas['ResultOut'];
export type Entry = Schemas['EntryOut'];
export type Clock = Schemas['ClockOut'];
export type ToAct = Schemas['ToAct'];
export type Now = Schemas['NowOut'];
export type Player = Schemas['Player'];
export type Throws = Schemas['ThrowsOut'];
export type GameState = Schemas['GameState'];
export type Happened = Schemas['Happened'];
export type Preview = Schemas['Preview'];
export type Composed = Schemas['Composed'];
export type Frame = Schemas['Frame'];
export type Illegal = Schemas['Illegal'];
export type Person = Schemas['Person'];

/** A refusal; `offline` is the page's own code for a server that does not answer. */
export type Refused = Omit<Schemas['Refused'], 'code'> & { code: Schemas['Refused']['code'] | 'offline' };

export type RuleOption = Schemas['RuleOption'];
export type RuleSetInfo = Schemas['GameRules'];
export type NewGame = Schemas['Create'];
export type Presence = Schemas['Presence'];
export type RatedOut = Schemas['RatedOut'];
export type Listed = Schemas['Listed'];
export type Rating = Schemas['RatingOut'];
export type RatingChange = Schemas['Change'];
export type Profile = Schemas['Profile'];
export type ListedNotebook = Schemas['ListedNotebook'];
export type KeptNotebook = Schemas['Notebook'];
export type TokenInfo = Schemas['TokenOut'];
export type TokenScope = Schemas['Scope'];
export type SessionInfo = Schemas['SessionOut'];
export type MailInfo = Schemas['MailOut'];
export type NoticeInfo = Schemas['Notice'];
export type ReportReason = Schemas['ReportReason'];
export type ModOverview = Schemas['Overview'];
export type ModDeed = Schemas['Deed'];
export type ModAct = Schemas['DoAct'];
export type Dossier = Schemas['Dossier'];
export type SeenWhere = Schemas['Shared'];
export type Hint = Schemas['HintOut'];
export type Reviewed = Schemas['ReviewedOut'];
export type Review = Schemas['ReviewOut'];
export type ReviewSummary = Schemas['Summary'];
export type ReviewState = Schemas['ReviewState'];

export type Exact = Schemas['ExactOut'];
export type Probe = Schemas['ProbeOut'];
export type TableList = Schemas['TablesOut'];

export type Score = Schemas['Verdict'];
export type AnalysisLine = Schemas['LineOut'];
export type Analysis = Schemas['AnalysisOut'];

export type FromClient = Schemas['FromClient'];
export type ToClient = Schemas['ToClient'];
