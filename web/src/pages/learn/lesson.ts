/**
 * Lessons as data and what a learner's answers mean. The data are `content/lessons/GAME.json`; a
 * test of the rules holds every position, answer and reply in them.
 */
import type { Lang } from '../../lib/i18n.svelte';
import type { GameKind, Square } from '../../lib/wire';

/** A text in both languages; squares and actions stand between backticks. */
export type Words = Record<Lang, string>;

export interface Course {
  game: GameKind;
  /** The rules in a minute, at the top of the rules page. */
  minute: Scene[];
  lessons: Lesson[];
}

export interface Lesson {
  id: string;
  kind: 'first' | 'strategy';
  title: Words;
  about: Words;
  steps: Step[];
}

export interface Step {
  text: Words;
  /** The rule set; the game's default where it is left out. */
  rules?: string;
  /** The position; the start where it is left out. */
  position?: string;
  marks?: Square[];
  arrows?: [Square, Square][];
  /** Salta: the goal squares are shown. */
  goals?: boolean;
  /** Senet: the odds of the throws are shown. */
  odds?: boolean;
  /** What the text says of the position, for the test. */
  claims?: string[];
  judged?: string[];
  task: Task;
}

/** A rule in a sentence, with a position and the action that shows it. */
export interface Scene extends Pick<Step, 'text' | 'position' | 'marks' | 'arrows' | 'goals'> {
  play: string;
}

export type Task =
  | { kind: 'read' }
  | { kind: 'squares'; squares: Square[]; hint: Words; after: Words }
  | { kind: 'throw'; points: number; then: string; after: Words }
  | { kind: 'play'; turns: Turn[]; hint: Words; wrong?: Wrong[]; after: Words };

export interface Turn {
  /** `any`: every turn that does not lose; else runs of actions, `a1a2 a2a3 end`. */
  accept: 'any' | string[];
  /** What the other side answers. */
  reply?: string;
  /** Said once the reply is on the board. */
  say?: Words;
  captured?: number;
  claims?: string[];
  replied?: string[];
}

/** A likely mistake, by all that the learner has played in the step, and what to say to it. */
export interface Wrong {
  play: string;
  say: Words;
}

const courses = import.meta.glob<{ default: Course }>('../../../../content/lessons/*.json');

/** A game's lessons, loaded when they are asked for. */
export async function course(game: GameKind): Promise<Course> {
  const load = courses[`../../../../content/lessons/${game}.json`];
  if (!load) throw new Error(`no lessons of ${game}`);
  return (await load()).default;
}

/** A task of a lesson that the start page gives for a day. */
export interface DailyTask {
  /** The lesson's id. */
  lesson: string;
  step: Step;
}

/** A course without its steps: what the list of lessons needs. */
export interface CourseInfo {
  game: GameKind;
  lessons: (Pick<Lesson, 'id' | 'kind' | 'title' | 'about'> & { steps: number })[];
}

const actions = (run: string): string[] => run.split(' ').filter(Boolean);

/** Whether all of `part` is in `whole`, as often. */
function within(part: readonly string[], whole: readonly string[]): boolean {
  const left = [...whole];
  return part.every((action) => {
    const at = left.indexOf(action);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

export type Verdict = 'done' | 'go-on' | 'wrong';

/**
 * What the actions played so far in a turn are worth. Their order is free as far as the rules leave
 * it free: an answer of two steps may begin with either.
 */
export function judge(
  turn: Turn,
  played: readonly string[],
  state: { over: boolean; lost: boolean },
): Verdict {
  if (turn.accept === 'any') {
    if (state.lost) return 'wrong';
    return state.over ? 'done' : 'go-on';
  }
  const fitting = turn.accept.map(actions).filter((answer) => within(played, answer));
  if (fitting.some((answer) => answer.length === played.length)) return 'done';
  return fitting.length > 0 && !state.over ? 'go-on' : 'wrong';
}

/** The next action of an answer, for one who wants to be shown: null where every turn is right. */
export function shown(turn: Turn, played: readonly string[]): string | null {
  if (turn.accept === 'any') return null;
  const answer = turn.accept.map(actions).find((one) => within(played, one));
  if (!answer) return null;
  const left = [...answer];
  for (const action of played) left.splice(left.indexOf(action), 1);
  return left[0] ?? null;
}

export const replies = (turn: Turn): string[] => actions(turn.reply ?? '');

/** What to say to a mistake, if the lesson foresaw it. */
export function reproach(task: Task, played: readonly string[]): Words | null {
  if (task.kind !== 'play') return null;
  return task.wrong?.find(({ play }) => play === played.join(' '))?.say ?? null;
}

/** Pieces of a text: plain, or between backticks. */
export function pieces(text: string): { text: string; code: boolean }[] {
  return text
    .split('`')
    .map((part, index) => ({ text: part, code: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

export const paragraphs = (text: string): string[] => text.split('\n\n');

// ---- Progress, kept in the browser ----

/** How far each lesson has got: the step reached, the steps done, and whether all were done once. */
export type Progress = Record<string, { step: number; done: boolean; passed?: number[] }>;

const KEY = 'lessons';
export const lessonKey = (game: GameKind, lesson: string) => `${game}/${lesson}`;

export function progress(storage: Pick<Storage, 'getItem'>): Progress {
  try {
    const found: unknown = JSON.parse(storage.getItem(KEY) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Progress) : {};
  } catch {
    return {};
  }
}

/** Notes the step reached and, once it is done, that it was; a lesson with all steps done stays done. */
export function reach(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  key: string,
  step: number,
  steps: number,
  passes: boolean,
): Progress {
  const all = progress(storage);
  const before = all[key];
  const passed = [...new Set([...(before?.passed ?? []), ...(passes ? [step] : [])])];
  const done = (before?.done ?? false) || passed.length >= steps;
  // A lesson that is through begins anew when it is opened again.
  const at = passes && step === steps - 1 ? 0 : step;
  const next = { ...all, [key]: { step: at, done, passed } };
  try {
    storage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A full or forbidden store only means that progress is not kept.
  }
  return next;
}

/** The step to open a lesson at: where it was left, from the beginning once it was through. */
export function resume(all: Progress, key: string, steps: number): number {
  const step = all[key]?.step ?? 0;
  return step >= steps || step < 0 ? 0 : step;
}
