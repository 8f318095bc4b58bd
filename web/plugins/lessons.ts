/**
 * Parts of the lessons, so that the pages that need no more stay small: the list of all lessons
 * without their steps, and of each game the tasks that the start page gives a day each.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

import { GAMES } from '../src/lib/wire.ts';
import type { Course, CourseInfo, DailyTask } from '../src/pages/learn/lesson.ts';

const LIST = 'virtual:lessons';
const DAILY = 'virtual:daily/';
/** So many tasks of a game take turns on the start page. */
const MOST_DAILY = 12;

/** Tasks with one answer to find, from all lessons alike; what only the tests read is left out. */
export function dailyTasks({ lessons }: Course): DailyTask[] {
  const tasks = lessons.flatMap(({ id, steps }) =>
    steps
      .filter(({ task }) => task.kind === 'play' && task.turns.every(({ accept }) => accept !== 'any'))
      .map((step): DailyTask => ({ lesson: id, step })),
  );
  const count = Math.min(MOST_DAILY, tasks.length);
  return Array.from({ length: count }, (_, index) => tasks[Math.floor((index * tasks.length) / count)]!);
}

const forTests = (key: string, value: unknown) =>
  ['claims', 'judged', 'replied'].includes(key) ? undefined : value;

export function lessons(folder: string): Plugin {
  return {
    name: 'lessons',
    resolveId: (id) => (id === LIST || id.startsWith(DAILY) ? `\0${id}` : null),
    load(id) {
      const read = (game: string) => {
        const path = join(folder, `${game}.json`);
        this.addWatchFile(path);
        return JSON.parse(readFileSync(path, 'utf8')) as Course;
      };
      if (id.startsWith(`\0${DAILY}`)) {
        const tasks = dailyTasks(read(id.slice(DAILY.length + 1)));
        return `export default ${JSON.stringify(tasks, forTests)};`;
      }
      if (id !== `\0${LIST}`) return null;
      const courses = GAMES.map((game): CourseInfo => {
        const lessons = read(game).lessons.map(({ id, kind, title, about, steps }) => ({
          id,
          kind,
          title,
          about,
          steps: steps.length,
        }));
        return { game, lessons };
      });
      return `export default ${JSON.stringify(courses)};`;
    },
  };
}
