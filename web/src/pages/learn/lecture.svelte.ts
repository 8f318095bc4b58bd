/** One step of a lesson as it is being done: the board, the answers so far, what is said to them. */
import { lang, t } from '../../lib/i18n.svelte';
import type { GameKind, Legal, Side, Square } from '../../lib/wire';

import { judge, replies, reproach, shown, type Step, type Turn, type Words } from './lesson';
import { seen, Trial, understood } from './trial.svelte';

export interface Remark {
  tone: 'right' | 'wrong' | 'plain';
  /** In the language of the moment. */
  text: () => string;
}

const say = (words: Words) => () => words[lang()];

export class Lecture {
  readonly trial = new Trial();
  step = $state.raw<Step | null>(null);
  done = $state(false);
  remark = $state.raw<Remark | null>(null);
  hinted = $state(false);
  /** The squares pointed out so far. */
  found = $state.raw<Square[]>([]);
  /** The points of a throw made in this step. */
  thrown = $state<number | null>(null);
  /** The learner's side in this step. */
  side = $state<Side>('first');

  #busy = $state(false);
  #turn = $state(0);
  /** What the learner has played in this turn, and in all turns of the step. */
  #played: string[] = [];
  #all: string[] = [];
  /** How many actions stood on the board when the turn began. */
  #from = 0;
  /** A step that was left does not go on. */
  #opened = 0;

  constructor(readonly game: GameKind) {}

  /** What may be played now. */
  get legal(): Legal[] {
    const { task } = this.step ?? {};
    const here = this.trial.shown;
    const open = task?.kind === 'play' && !this.done && !this.#busy && here?.to_act === this.side;
    return open ? here.legal : [];
  }

  /** Whether something is still on its way to the board. */
  get busy(): boolean {
    return this.#busy;
  }

  /** Whether squares are to be pointed out. */
  get pointing(): boolean {
    return this.step?.task.kind === 'squares' && !this.done;
  }

  /** Whether a half-made turn can be taken back. */
  get half(): boolean {
    return !this.#busy && !this.done && this.trial.actions.length > this.#from;
  }

  async open(step: Step): Promise<void> {
    const opened = ++this.#opened;
    this.step = step;
    this.remark = null;
    this.hinted = false;
    await this.#begin(opened);
  }

  restart(): Promise<void> {
    this.remark = null;
    return this.#begin(++this.#opened);
  }

  async #begin(opened: number): Promise<void> {
    const { step } = this;
    if (!step) return;
    this.done = step.task.kind === 'read';
    this.found = [];
    this.thrown = null;
    this.#turn = 0;
    this.#played = [];
    this.#all = [];
    this.#from = 0;
    this.#busy = true;
    await this.trial.open(step.rules ?? this.game, step.position);
    if (opened !== this.#opened) return;
    this.side = this.trial.shown?.view.side ?? 'first';
    this.#busy = false;
  }

  async act(action: string): Promise<void> {
    const { step } = this;
    if (step?.task.kind !== 'play' || this.#busy || this.done) return;
    const turn = step.task.turns[this.#turn];
    if (!turn) return;
    const opened = this.#opened;
    if (!this.trial.play(action)) return;
    const verdict = this.#judge(turn, action);
    // A half-made turn goes on at once.
    if (verdict === null) return;
    this.#busy = true;
    await verdict(opened);
    if (opened === this.#opened) this.#busy = false;
  }

  /** What follows an action: nothing while the turn goes on as it should. */
  #judge(turn: Turn, action: string): ((opened: number) => Promise<void>) | null {
    this.#played = [...this.#played, action];
    this.#all = [...this.#all, action];
    const result = this.trial.shown?.result ?? null;
    const over = this.trial.shown?.to_act !== this.side;
    const lost = result !== null && result.winner !== this.side && result.winner !== 'draw';
    const verdict = judge(turn, this.#played, { over, lost });
    if (verdict === 'done') return (opened) => this.#answered(turn, opened);
    if (verdict === 'wrong') return (opened) => this.#mistaken(lost ? (result?.message ?? '') : '', opened);
    this.remark = null;
    return null;
  }

  async #answered(turn: Turn, opened: number): Promise<void> {
    const task = this.step?.task;
    if (task?.kind !== 'play') return;
    this.remark = null;
    for (const reply of replies(turn)) {
      await seen(this.trial.events);
      if (opened !== this.#opened) return;
      this.trial.play(reply);
    }
    this.#played = [];
    this.#from = this.trial.actions.length;
    this.#turn += 1;
    if (this.#turn >= task.turns.length) this.#finish(task.after);
    else if (turn.say) this.remark = { tone: 'plain', text: say(turn.say) };
  }

  async #mistaken(result: string, opened: number): Promise<void> {
    const task = this.step?.task;
    if (task?.kind !== 'play') return;
    const foreseen = reproach(task, this.#all);
    if (foreseen) this.remark = { tone: 'wrong', text: say(foreseen) };
    else if (result) this.remark = { tone: 'wrong', text: () => t('learn-lost', { result }) };
    else this.remark = { tone: 'wrong', text: () => t('learn-wrong') };
    await understood();
    if (opened !== this.#opened) return;
    this.#takeBack();
  }

  #takeBack(): void {
    this.#all = this.#all.slice(0, this.#all.length - this.#played.length);
    this.#played = [];
    this.trial.back(this.#from);
  }

  /** Takes the half-made turn back. */
  undo(): void {
    if (!this.half) return;
    this.remark = null;
    this.#takeBack();
  }

  point(square: Square): void {
    const task = this.step?.task;
    if (task?.kind !== 'squares' || this.done || this.found.includes(square)) return;
    if (!task.squares.includes(square)) {
      this.remark = { tone: 'wrong', text: () => t('learn-not-square', { square }) };
      return;
    }
    this.found = [...this.found, square];
    const { length: found } = this.found;
    const { length: count } = task.squares;
    if (found === count) this.#finish(task.after);
    else this.remark = { tone: 'plain', text: () => t('learn-found', { found, count }) };
  }

  async throwSticks(): Promise<void> {
    const task = this.step?.task;
    if (task?.kind !== 'throw' || this.#busy || this.done) return;
    const opened = this.#opened;
    this.#busy = true;
    this.thrown = task.points;
    this.trial.play(`t${task.points}`);
    await seen(this.trial.events);
    if (opened !== this.#opened) return;
    this.#busy = false;
    this.#finish(task.after);
  }

  hint(): void {
    this.hinted = true;
  }

  /** Shows the answer, an action at a time. */
  async show(): Promise<void> {
    const task = this.step?.task;
    if (task?.kind === 'squares') {
      for (const square of task.squares) this.point(square);
      return;
    }
    if (task?.kind !== 'play') return;
    const turn = task.turns[this.#turn];
    const action = turn ? shown(turn, this.#played) : null;
    if (action) await this.act(action);
    else this.hint();
  }

  #finish(after: Words): void {
    this.done = true;
    this.remark = { tone: 'right', text: () => `${t('learn-right')} ${after[lang()]}` };
  }
}
