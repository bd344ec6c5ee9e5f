import { beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '../src/base/time.ts';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { sql } from '../src/store/db.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
const A_WEEK = 7 * 86_400;
const NEXT = 'another-model';
const KEYWORDS = ['gantt chart software', 'kanban board software', 'team collaboration tools'];

/** A sandbox whose Perplexity answers change their model today. In the following week a score there rises steeply. */
async function givenChange(trait: 'model' | 'requested_model') {
  const account = await givenAccount(server.deps, { historyDays: 35, only: KEYWORDS });
  const workspaceId = account.workspaces.test;
  const key = await givenKey(server.deps, account);
  const workspace = await findWorkspace(db, workspaceId);
  const today = dayOf(workspace?.now ?? new Date());
  await db.query(
    sql`insert into series_traits (workspace_id, platform, day, trait, value)
        values (${workspaceId}, 'perplexity', ${today}, ${trait}, ${NEXT})`,
  );
  const advance = { key, method: 'POST', body: { seconds: A_WEEK } } as const;
  expect((await call(server, '/api/v1/sandbox/advance', advance)).status).toBe(200);
  // Events of the windows that close later: those before the change are none of its business.
  const later = `type=visibility.changed&per_page=100&since=${addDays(today, 1)}`;
  const { body } = await call(server, `/api/v1/events?${later}`, { key });
  const events = body.data.filter(({ data }: { data: { platform: string } }) => data.platform === 'perplexity');
  return { key, workspaceId, today, events };
}

let vendor: Awaited<ReturnType<typeof givenChange>>;

beforeAll(async () => {
  vendor = await givenChange('model');
});

test('another answering model is tested across, and the evidence says so', async () => {
  const { key, today, events, workspaceId } = vendor;
  const [event] = events;
  const { evidence } = (await call(server, `/api/v1/events/${event.id}`, { key })).body;
  expect(evidence.markers).toEqual([
    {
      date: today,
      type: 'model',
      platform: 'perplexity',
      text: `Answering model changed from simulated-perplexity-1 to ${NEXT}`,
    },
  ]);
  const ofModel = evidence.split.parts.filter(({ cause }: { cause: string }) => cause === 'model');
  expect(ofModel).toMatchObject([
    { platform: 'perplexity', text: `All prompts on Perplexity, with the model change on ${today}` },
  ]);
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  const differences: string[] = [];
  const onResult = (one: { differences: string[] }) => void differences.push(...one.differences);
  await verifyWorkspace(db, workspace, { keywords: [], onResult });
  expect(differences).toEqual([]);
});

test('another requested model starts a new series: no change is published across it', async () => {
  const { key, today, events } = await givenChange('requested_model');
  expect(vendor.events.length).toBeGreaterThan(0);
  expect(events).toEqual([]);
  const keywordId = vendor.events[0].data.keyword;
  const { body } = await call(server, `/api/v1/visibility?q=${encodeURIComponent(keywordId)}`, { key });
  const detail = await call(server, `/api/v1/visibility/${body.data[0].keyword_id}?include=evidence`, { key });
  const point = detail.body.history.find(({ date }: { date: string }) => date === today);
  expect(point.markers).toEqual([
    {
      type: 'model',
      platform: 'perplexity',
      text: `Requested model changed from simulated-perplexity to ${NEXT}. Changes are not tested across this day`,
    },
  ]);
});

test('the history marks the day of a model change and of a change of prompts, only with evidence', async () => {
  const { key } = vendor;
  const [{ keyword_id: id }] = (await call(server, '/api/v1/visibility', { key })).body.data;
  const prompts = ['Which one is good?', 'What do people use?'];
  await call(server, `/api/v1/keywords/${id}`, { key, method: 'PATCH', body: { prompts } });
  await call(server, '/api/v1/sandbox/advance', { key, method: 'POST', body: { seconds: 86_400 } });
  const read = async (query: string) => (await call(server, `/api/v1/visibility/${id}?${query}`, { key })).body.history;
  const history = await read('include=evidence&since=2025-12-01');
  const markers = history.flatMap((point: { markers: object[] }) => point.markers);
  expect(markers).toMatchObject([
    {
      type: 'model',
      platform: 'gemini',
      text: 'Answering model changed from simulated-gemini-1 to simulated-gemini-2',
    },
    { type: 'model', platform: 'perplexity' },
    { type: 'panel', platform: null, text: 'Prompts changed: 2 added, 5 removed' },
  ]);
  const weekly = await read('include=evidence&interval=week&since=2025-12-01');
  expect(weekly.flatMap((point: { markers: object[] }) => point.markers)).toEqual(markers);
  expect((await read('')).some((point: object) => 'markers' in point)).toBe(false);
});
