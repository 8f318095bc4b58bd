/** Lessons are done as a learner does them, and the rules tried on their boards. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { GAMES, type Legal, type Preview } from '../src/lib/wire.ts';
import type { Course, Lesson, Step } from '../src/pages/learn/lesson.ts';

import { bare } from './play';
import { expect, test } from './server';

const course = (game: string): Course => {
  const path = join(import.meta.dirname, '../../content/lessons', `${game}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as Course;
};

/** Answers where any will do, by lesson and step; elsewhere the first legal action is one. */
const FREE: Partial<Record<string, Record<number, string>>> = {
  'diaballik/first': { 1: 'a1a2 a2a3 end', 4: 'a3a4 end', 8: 'e1e2 e2d2 end' },
  'diaballik/wall': { 3: 'a6a5 end' },
  'diaballik/double-goal': { 4: 'b2a2 end' },
};

async function touch(page: Page, legal: Legal): Promise<void> {
  if (legal.path.length === 0) {
    await bare(page, legal).click();
    return;
  }
  // A chain is told by its first squares where these are enough, else square by square.
  for (const [index, spot] of legal.path.entries()) {
    if (index > 1 && (await page.locator('[aria-selected="true"]').count()) === 0) break;
    await page.locator(`[data-square="${spot}"], [data-spot="${spot}"]`).last().click();
  }
}

/** Plays a run of actions; the server tells where each is touched. */
async function play(
  page: Page,
  at: { rules: string; position?: string },
  before: string[],
  run: string,
): Promise<void> {
  for (const action of run.split(' ')) {
    const answer = await page.request.post('/api/preview', { data: { ...at, actions: before } });
    const { legal } = (await answer.json()) as Preview;
    const chosen = legal.find((one) => (action === '' ? !one.warning : one.action === action));
    expect(chosen, `${action} of ${legal.map((one) => one.action).join(' ')}`).toBeDefined();
    await touch(page, chosen!);
    before.push(chosen!.action);
  }
}

async function answer(page: Page, game: string, lesson: string, number: number, step: Step): Promise<void> {
  const { task } = step;
  if (task.kind === 'read') return;
  if (task.kind === 'throw') await page.getByRole('button', { name: 'Throw the sticks' }).click();
  if (task.kind === 'squares') {
    for (const square of task.squares) await page.locator(`[data-square="${square}"]`).click();
  }
  if (task.kind === 'play') {
    const at = { rules: step.rules ?? game, ...(step.position ? { position: step.position } : {}) };
    const before: string[] = [];
    for (const [index, turn] of task.turns.entries()) {
      const run =
        turn.accept === 'any' ? (FREE[`${game}/${lesson}`]?.[number] ?? '') : (turn.accept[0] ?? '');
      await play(page, at, before, run);
      before.push(...(turn.reply ?? '').split(' ').filter(Boolean));
      // What is said next comes once the other side has answered.
      if (index < task.turns.length - 1 && turn.say) await expect(page.locator('.remark')).toBeVisible();
    }
  }
  await expect(page.locator('.remark.right')).toBeVisible();
}

async function lesson(page: Page, game: string, { id, steps }: Lesson): Promise<void> {
  await page.goto(`/learn/${game}/${id}`);
  for (const [index, step] of steps.entries()) {
    await expect(page.getByText(`Step ${index + 1} of ${steps.length}`, { exact: true })).toBeVisible();
    await expect(page.getByRole('grid')).toBeVisible();
    await answer(page, game, id, index + 1, step);
    if (index < steps.length - 1) await page.getByRole('button', { name: 'Next' }).click();
  }
}

for (const game of GAMES) {
  test(`the first lesson of ${game} leads to a first game`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const [first] = course(game).lessons;
    await lesson(page, game, first!);
    await expect(page.getByRole('link', { name: 'Play your first game' })).toHaveAttribute(
      'href',
      `/new/${game}?level=1`,
    );
    await page.goto('/learn');
    await expect(page.locator(`#${game}`).getByText('Done')).toBeVisible();
  });
}

for (const game of GAMES) {
  test(`the lessons of strategy of ${game} lead to their end`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const [, ...others] = course(game).lessons;
    for (const one of others) await lesson(page, game, one);
    await page.goto('/learn');
    await expect(page.locator(`#${game}`).getByText('Done')).toHaveCount(others.length);
  });
}

test('a wrong answer is taken back, a hint helps, and the answer can be shown', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/learn/seega/duty-and-count');
  await expect(page.getByRole('grid')).toBeVisible();
  for (const square of ['a2', 'b2']) await page.locator(`[data-square="${square}"]`).click();
  await expect(page.locator('.remark.plain')).toBeVisible();
  for (const square of ['b2', 'c2']) await page.locator(`[data-square="${square}"]`).click();
  await expect(page.locator('.remark.wrong')).toContainText('b1b2');
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByRole('button', { name: 'Show me' }).click();
  await expect(page.locator('.remark.right')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Step 1 of 6', { exact: true })).toBeVisible();
});

test('a diagram of the rules says why not, and links to the article', async ({ page }) => {
  await page.goto('/rules/seega#a-4.1');
  const figure = page.locator('figure').filter({ hasText: 'Green on a3 and d2' });
  await figure.getByRole('button', { name: 'Try d2d4, which is refused' }).click();
  const link = figure.getByRole('link', { name: 'Article 3.2' });
  await expect(link).toHaveAttribute('href', '/rules/seega#a-3.2');
  await figure.getByRole('button', { name: 'Try d2d3', exact: true }).first().click();
  await expect(figure.locator('[data-square="b3"]')).toHaveAttribute('aria-label', 'b3: empty');
  await figure.getByRole('button', { name: 'Put back' }).click();
  await expect(figure.locator('[data-square="b3"]')).toHaveAttribute('aria-label', 'b3: blue stone');
});

test('a lesson whose steps were skipped is not done, and leads back to them', async ({ page }) => {
  const [first] = course('seega').lessons;
  const { steps } = first!;
  await page.goto('/learn/seega/first');
  for (let index = 1; index < steps.length; index += 1) {
    await expect(page.getByText(`Step ${index} of ${steps.length}`, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Skip' }).click();
  }
  await expect(page.getByRole('heading', { name: 'not done every step' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Play your first game' })).toHaveCount(0);
  await page.getByRole('button', { name: 'To step 1, which you skipped' }).click();
  await expect(page.getByText(`Step 1 of ${steps.length}`, { exact: true })).toBeVisible();
  await page.goto('/learn');
  await expect(page.getByRole('heading', { name: 'Seega' })).toBeVisible();
  await expect(page.locator('#seega').getByText('Done')).toHaveCount(0);
});

for (const game of GAMES) {
  test(`the rules of ${game} in a minute are shown and tried on one board`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`/rules/${game}`);
    const minute = page.getByRole('region', { name: 'The rules in a minute' });
    const { minute: scenes } = course(game);
    for (const [index, scene] of scenes.entries()) {
      await minute.getByRole('listitem').nth(index).getByRole('button').click();
      await expect(minute.locator('[aria-current=step]')).toContainText(scene.text.en.slice(0, 20));
      await expect(minute.getByRole('button', { name: 'Show it' })).toBeVisible();
      await expect(minute.getByRole('grid')).toBeVisible();
      const before = await minute.getByRole('grid').innerHTML();
      await minute.getByRole('button', { name: 'Show it' }).click();
      await expect(minute.getByRole('button', { name: 'Put back' })).toBeVisible();
      await expect.poll(() => minute.getByRole('grid').innerHTML()).not.toBe(before);
      await expect(minute.getByRole('alert')).toHaveCount(0);
    }
    // Options are named in words, and no counter's limit is mentioned as a move.
    await expect(page.locator('figure').first()).toBeVisible();
    expect(await page.locator('figure').allInnerTexts()).not.toContainEqual(
      expect.stringMatching(/\b[a-z]+=[a-z\d]|move 65534|ply 65534/),
    );
  });
}
