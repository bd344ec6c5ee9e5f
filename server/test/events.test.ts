import { beforeAll, expect, test } from 'vitest';
import { addDays } from '../src/base/time.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
let key = '';
let account: Awaited<ReturnType<typeof givenAccount>>;

beforeAll(async () => {
  account = await givenAccount(server.deps, { historyDays: 35, seed: 'visibility' });
  key = await givenKey(server.deps, account);
});

test('200: events are listed newest first, by type and time, and total counts them all', async () => {
  const { body } = await call(server, '/api/v1/events?per_page=50', { key });
  const times = body.data.map(({ created_at }: { created_at: string }) => created_at);
  expect(times).toEqual([...times].sort().reverse());
  expect(Object.keys(body.data[0])).toEqual(['id', 'type', 'created_at', 'data']);
  const changes = (await call(server, '/api/v1/events?type=visibility.changed&per_page=100', { key })).body;
  expect(changes.meta.total).toBe(changes.data.length);
  expect(changes.data.length).toBeGreaterThan(0);
  const [first] = changes.data;
  const until = (await call(server, `/api/v1/events?type=visibility.changed&until=${first.created_at}`, { key })).body;
  expect(until.meta.total).toBeLessThan(changes.meta.total);
  expect((await call(server, '/api/v1/events?since=yesterday', { key })).status).toBe(422);
});

test('200: a single event shows what it rests on, and the numbers agree with what was told', async () => {
  const [event] = (await call(server, '/api/v1/events?type=visibility.changed', { key })).body.data;
  const { body } = await call(server, `/api/v1/events/${event.id}`, { key });
  const { evidence, ...same } = body;
  expect(same).toEqual(event);
  expect(evidence.p).toBeLessThan(0.007);
  expect(Math.min(evidence.n1, evidence.n2)).toBeGreaterThanOrEqual(20);
  expect([evidence.previous_score, evidence.new_score]).toEqual([event.data.previous_score, event.data.new_score]);
  expect(evidence).toMatchObject({ metric_version: 1, reading: 1, settings: { min_points: 10, level: 0.007 } });
});

test.each(['visibility.changed', 'competitor.changed'])(
  'the evidence of %s names counts, intervals, test, days and the very answers it counted',
  async (type) => {
    const { data } = (await call(server, `/api/v1/events?type=${type}&per_page=100`, { key })).body;
    expect(data.length).toBeGreaterThan(0);
    for (const { id, data: told } of data) {
      const { evidence } = (await call(server, `/api/v1/events/${id}`, { key })).body;
      expect(Object.keys(evidence).filter((name) => /[A-Z]/.test(name))).toEqual([]);
      for (const name of ['k1', 'n1', 'k2', 'n2', 'p', 'adjusted_p', 'phi', 'points', 'metric_version', 'reading']) {
        expect([name, typeof evidence[name]]).toEqual([name, 'number']);
      }
      const [low, high] = evidence.new_interval;
      expect(low <= told.new_score && told.new_score <= high).toBe(true);
      expect(evidence.previous_interval[0]).toBeLessThanOrEqual(told.previous_score);
      expect(evidence.window_end).toBe(addDays(evidence.window_start, evidence.look === 'week' ? 6 : 20));
      expect(evidence.baseline_end < evidence.window_start && evidence.baseline_start < evidence.baseline_end).toBe(
        true,
      );
      expect(evidence.answer_ids).toHaveLength(evidence.n2);
      // Three weeks have more than one page.
      const pages = [1, 2].map((page) => call(server, `${evidence.answers}&per_page=100&page=${page}`, { key }));
      const listed = (await Promise.all(pages)).flatMap(({ body: { data } }) => data);
      const valid = listed.filter(({ status }: { status: string }) => status === 'valid');
      expect(valid.map(({ answer_id }: { answer_id: string }) => answer_id).sort()).toEqual(evidence.answer_ids.sort());
      const before = (await call(server, `${evidence.baseline_answers}&per_page=100`, { key })).body;
      expect(before.meta.total).toBeGreaterThanOrEqual(evidence.n1);
    }
  },
);

test('404: another account’s event looks like one that does not exist', async () => {
  const [event] = (await call(server, '/api/v1/events', { key })).body.data;
  const other = await givenKey(server.deps, await givenAccount(server.deps));
  const answer = await call(server, `/api/v1/events/${event.id}`, { key: other });
  expect([answer.status, answer.text]).toEqual([404, '{"detail":"Event not found"}']);
});
