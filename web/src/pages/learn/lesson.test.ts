import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { GAMES } from '../../lib/wire';

import {
  judge,
  lessonKey,
  pieces,
  progress,
  reach,
  replies,
  reproach,
  resume,
  shown,
  type Course,
  type Task,
  type Turn,
} from './lesson';

const open = { over: false, lost: false };
const whole = { over: true, lost: false };

describe('judge', () => {
  const turn: Turn = { accept: ['e2d2 b3b2', 'e2d2 b3c3', 'c3d3'] };

  it('takes an answer in any order', () => {
    expect(judge(turn, ['e2d2'], open)).toBe('go-on');
    expect(judge(turn, ['b3b2'], open)).toBe('go-on');
    expect(judge(turn, ['b3b2', 'e2d2'], open)).toBe('done');
    expect(judge(turn, ['c3d3'], open)).toBe('done');
  });

  it('knows what leads to no answer', () => {
    expect(judge(turn, ['a1a2'], open)).toBe('wrong');
    expect(judge(turn, ['e2d2', 'c3d3'], open)).toBe('wrong');
    expect(judge(turn, ['e2d2', 'e2d2'], open)).toBe('wrong');
  });

  it('does not wait for more once the turn is over', () => {
    expect(judge(turn, ['e2d2'], whole)).toBe('wrong');
    expect(judge(turn, ['c3d3'], whole)).toBe('done');
  });

  it('takes every whole turn that does not lose, where any will do', () => {
    const any: Turn = { accept: 'any' };
    expect(judge(any, ['a1a2'], open)).toBe('go-on');
    expect(judge(any, ['a1a2', 'a2a3', 'end'], whole)).toBe('done');
    expect(judge(any, ['a1a2', 'end'], { over: true, lost: true })).toBe('wrong');
  });
});

describe('shown', () => {
  it('goes on from what has been played', () => {
    const turn: Turn = { accept: ['a1a2 a2a3 end', 'b1b2 b2b3'] };
    expect(shown(turn, [])).toBe('a1a2');
    expect(shown(turn, ['a1a2'])).toBe('a2a3');
    expect(shown(turn, ['b1b2'])).toBe('b2b3');
    expect(shown(turn, ['c1c2'])).toBeNull();
    expect(shown({ accept: 'any' }, [])).toBeNull();
  });
});

describe('reproach', () => {
  const say = { en: 'no', ru: 'нет' };
  const task: Task = { kind: 'play', turns: [], hint: say, after: say, wrong: [{ play: 'a2b2 b2c2', say }] };

  it('is for exactly what was played', () => {
    expect(reproach(task, ['a2b2', 'b2c2'])).toBe(say);
    expect(reproach(task, ['a2b2'])).toBeNull();
    expect(reproach({ kind: 'read' }, [])).toBeNull();
  });
});

it('replies are single actions', () => {
  expect(replies({ accept: 'any' })).toEqual([]);
  expect(replies({ accept: 'any', reply: 'e7e6 end' })).toEqual(['e7e6', 'end']);
});

it('texts are cut at the backticks', () => {
  expect(pieces('From `c3` on.')).toEqual([
    { text: 'From ', code: false },
    { text: 'c3', code: true },
    { text: ' on.', code: false },
  ]);
  expect(pieces('`c3`')).toEqual([{ text: 'c3', code: true }]);
});

describe('progress', () => {
  function store(text: string | null = null) {
    return {
      text,
      getItem() {
        return this.text;
      },
      setItem(_: string, value: string) {
        this.text = value;
      },
    };
  }
  const key = lessonKey('seega', 'first');

  it('is kept, and a lesson once done stays done', () => {
    const storage = store();
    reach(storage, key, 3, 11, false);
    expect(resume(progress(storage), key, 11)).toBe(3);
    expect(progress(storage)[key]?.done).toBe(false);
    for (let step = 0; step < 11; step += 1) reach(storage, key, step, 11, true);
    expect(progress(storage)[key]?.done).toBe(true);
    expect(resume(progress(storage), key, 11)).toBe(0);
    reach(storage, key, 1, 11, false);
    expect(progress(storage)[key]).toMatchObject({ step: 1, done: true });
  });

  it('a lesson is done when every step was, not when the last was reached', () => {
    const storage = store();
    for (const step of [0, 2, 3]) reach(storage, key, step, 4, true);
    expect(progress(storage)[key]?.done).toBe(false);
    reach(storage, key, 1, 4, true);
    expect(progress(storage)[key]?.done).toBe(true);
  });

  it('begins anew where what was kept makes no sense', () => {
    expect(progress(store('nonsense'))).toEqual({});
    expect(progress(store('null'))).toEqual({});
    expect(resume({ [key]: { step: 40, done: false } }, key, 11)).toBe(0);
  });

  it('a store that refuses is no obstacle', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(reach(full, key, 2, 11, false)[key]?.step).toBe(2);
  });
});

describe('the lessons themselves', () => {
  const courses = GAMES.map((game) => {
    const path = join(import.meta.dirname, '../../../../content/lessons', `${game}.json`);
    return JSON.parse(readFileSync(path, 'utf8')) as Course;
  });

  it('can be done by one who is shown every answer', () => {
    for (const { game, lessons } of courses) {
      for (const lesson of lessons) {
        for (const { task } of lesson.steps) {
          if (task.kind !== 'play') continue;
          for (const turn of task.turns) {
            if (turn.accept === 'any') continue;
            const played: string[] = [];
            let verdict = 'go-on';
            while (verdict === 'go-on') {
              const next = shown(turn, played);
              expect(next, `${game}, ${lesson.id}`).not.toBeNull();
              played.push(next!);
              verdict = judge(turn, played, open);
            }
            expect(verdict, `${game}, ${lesson.id}, ${played.join(' ')}`).toBe('done');
          }
        }
      }
    }
  });
});
