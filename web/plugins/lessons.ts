/** The list of all lessons without their steps, so that the page that lists them stays small. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

import { GAMES } from '../src/lib/wire.ts';
import type { Course, CourseInfo } from '../src/pages/learn/lesson.ts';

const NAME = 'virtual:lessons';

export function lessons(folder: string): Plugin {
  return {
    name: 'lessons',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      const courses = GAMES.map((game): CourseInfo => {
        const path = join(folder, `${game}.json`);
        this.addWatchFile(path);
        const course = JSON.parse(readFileSync(path, 'utf8')) as Course;
        const lessons = course.lessons.map(({ id, kind, title, about, steps }) => ({
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
