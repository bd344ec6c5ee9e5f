import { expect, test } from 'vitest';
import { addDays } from '../base/time.ts';
import { windowOf } from '../score/window.ts';
import { questionsOf, repetitionsOn } from './plan.ts';

const workspace = {
  workspaceId: 'ws_1',
  accountId: 'acc_1',
  mode: 'test' as const,
  firstDay: '2026-01-05',
  now: new Date('2026-01-05'),
  aheadMs: 0,
  plannedThrough: undefined,
  windowsJudged: 0,
  reading: 1,
  intervalPoints: undefined,
  minPoints: 10,
  changeLevel: 0.007,
  standingsJudged: 0,
};
const panels = [0, 1, 2, 3, 4].map((place) => ({
  keywordId: 'kw_1',
  promptId: `prm_${place}`,
  place,
  text: `prompt ${place}`,
}));
const platforms = ['chatgpt', 'claude'];

test('in every window each prompt is asked eight times on each platform, at least once a day', () => {
  for (let place = 0; place < 20; place++) {
    const days = [0, 1, 2, 3, 4, 5, 6].map((day) => repetitionsOn(day, place));
    expect(days.reduce((sum, day) => sum + day)).toBe(8);
    expect(Math.min(...days)).toBe(1);
  }
  const asked = [0, 1, 2, 3, 4, 5, 6].flatMap((day) =>
    questionsOf({ workspace, day: addDays('2026-01-12', day), panels, platforms }),
  );
  expect(asked.length).toBe(5 * 8 * 2);
});

test('the second repetition falls on a different day for each prompt, so that no day is crowded', () => {
  const perDay = [0, 1, 2, 3, 4, 5, 6].map((day) =>
    panels.reduce((sum, { place }) => sum + repetitionsOn(day, place), 0),
  );
  expect(Math.max(...perDay)).toBe(6);
});

test('questions fall within their day, spread over it, and are the same when planned again', () => {
  const day = '2026-01-07';
  const questions = questionsOf({ workspace, day, panels, platforms });
  expect(questionsOf({ workspace, day, panels, platforms })).toEqual(questions);
  const hours = questions.map(({ dueAt }) => dueAt.getUTCHours());
  for (const { dueAt } of questions) expect(dueAt.toISOString().slice(0, 10)).toBe(day);
  expect(new Set(hours).size).toBeGreaterThan(4);
});

test('a workspace that is ahead of real time has its questions due that much earlier', () => {
  const [now] = questionsOf({ workspace, day: '2026-01-07', panels, platforms });
  const [ahead] = questionsOf({
    workspace: { ...workspace, aheadMs: 3_600_000 },
    day: '2026-01-07',
    panels,
    platforms,
  });
  expect((now?.dueAt.getTime() ?? 0) - (ahead?.dueAt.getTime() ?? 0)).toBe(3_600_000);
});

test('two sandboxes ask at the same times regardless of their ids, two live workspaces do not', () => {
  const day = '2026-01-07';
  const timesOf = (mode: 'test' | 'live', id: string) =>
    questionsOf({
      workspace: { ...workspace, mode, workspaceId: `ws_${id}` },
      day,
      panels: panels.map((prompt) => ({ ...prompt, promptId: `prm_${id}_${prompt.place}` })),
      platforms,
    }).map(({ dueAt }) => dueAt.getTime());
  expect(timesOf('test', 'a')).toEqual(timesOf('test', 'b'));
  expect(timesOf('live', 'a')).not.toEqual(timesOf('live', 'b'));
});

test('windows are counted from the first day', () => {
  expect(['2026-01-05', '2026-01-11', '2026-01-12', '2026-02-02'].map((day) => windowOf('2026-01-05', day))).toEqual([
    0, 0, 1, 4,
  ]);
});
