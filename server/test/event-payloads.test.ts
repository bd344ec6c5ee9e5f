import type { EventType } from '@visibility/sdk';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { NewEvent } from '../src/events/derive.ts';
import { publish } from '../src/events/publish.ts';
import { sql } from '../src/store/db.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';

const { db } = useDatabase();
const server = useApp(db);
let key = '';
let workspaceId = '';

beforeAll(async () => {
  // Three closed windows, so that series have a past to differ from.
  const account = await givenAccount(server.deps, { historyDays: 35, seed: 'visibility' });
  workspaceId = account.workspaces.test;
  key = await givenKey(server.deps, account);
});

const points = z.int().min(0).max(100);
const keyword = { keyword_id: z.string().regex(/^kw_[0-9a-z]{26}$/), keyword: z.string().min(1) };
const platform = z.enum(['chatgpt', 'claude', 'gemini', 'perplexity']);
const change = {
  ...keyword,
  previous_score: points,
  new_score: points,
  change: z.string().regex(/^[+-]\d+$/),
  change_percent: z.string().regex(/^[+-]\d+%$/),
  platform,
};

/** The contract's words, written down again: nothing here is taken from the code that makes events. */
const payloads: Partial<Record<EventType, z.ZodType>> = {
  'visibility.changed': z.strictObject(change),
  'competitor.changed': z.strictObject({
    ...change,
    competitor_id: z.string().regex(/^cmp_[0-9a-z]{26}$/),
    competitor_name: z.enum(['Aplomb', 'weftly', 'Cadent7', 'Écluse']),
  }),
  'mention.new': z.strictObject({
    ...keyword,
    platform,
    position: z.int().min(1),
    sentiment: z.enum(['positive', 'neutral', 'negative']),
    context: z.string().min(1).max(300),
  }),
  'citation.new': z.strictObject({
    citation_id: z.string().regex(/^cit_[0-9a-z]{26}$/),
    ...keyword,
    platform,
    url: z.url(),
    domain: z.literal('heronboard.example'),
    title: z.string().nullable(),
    position: z.int().min(1).nullable(),
    context: z.string().max(300).nullable(),
  }),
};

interface StoredEvent {
  event_id: string;
  type: EventType;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a payload
  body: any;
  evidence: { answer_ids: string[] };
  fact: string;
}

async function eventsOf(type: EventType): Promise<StoredEvent[]> {
  const rows = await db.query<StoredEvent & { body: string }>(
    sql`select event_id, type, body, evidence, fact from events where workspace_id = ${workspaceId} and type = ${type} order by created_at, event_id`,
  );
  return rows.map((row) => ({ ...row, body: JSON.parse(row.body) }));
}

test.each(Object.keys(payloads) as EventType[])('%s has exactly the fields and types of the contract', async (type) => {
  const envelope = z.strictObject({
    id: z.string().regex(/^evt_[0-9a-z]{26}$/),
    type: z.literal(type),
    created_at: z.iso.datetime({ precision: 0 }),
    data: payloads[type] as z.ZodType,
  });
  const events = await eventsOf(type);
  expect(events.length).toBeGreaterThan(0);
  for (const { event_id, body } of events) {
    expect(envelope.parse(body)).toEqual(body);
    expect(body.id).toBe(event_id);
  }
  const listed = await call(server, `/api/v1/events?type=${type}`, { key });
  expect(listed.body.meta.total).toBe(events.length);
  expect(listed.body.data[0]).toEqual(events.at(-1)?.body);
});

test('a change says by how much in signed text that agrees with its scores', async () => {
  for (const type of ['visibility.changed', 'competitor.changed'] as const) {
    for (const { body } of await eventsOf(type)) {
      const { previous_score: before, new_score: after, change: by, change_percent: percent } = body.data;
      expect(Math.abs(after - before)).toBeGreaterThanOrEqual(10);
      expect(by).toBe(after > before ? `+${after - before}` : `${after - before}`);
      expect(Number.parseInt(percent, 10)).toBe(
        before === 0 ? 100 : Math.sign(after - before) * Math.round((100 * Math.abs(after - before)) / before),
      );
      expect(percent[0]).toBe(by[0]);
    }
  }
});

test('a competitor that changed is one that GET /competitors shows', async () => {
  const { body } = await call(server, '/api/v1/competitors', { key });
  const names = new Map(body.data.map((one: { competitor_id: string; name: string }) => [one.competitor_id, one.name]));
  for (const event of await eventsOf('competitor.changed')) {
    expect(names.get(event.body.data.competitor_id)).toBe(event.body.data.competitor_name);
  }
});

test.each([
  ['mention.new', sql`select * from mentions where brand_id = 'brand'`],
  ['citation.new', sql`select * from citations where kind = 'cited' and owner = 'own'`],
] as const)(
  '%s is told once per keyword, platform and round, with the first such answer’s values',
  async (type, found) => {
    const firsts = await db.query<{ keyword_id: string; platform: string; round: string; first: Date }>(
      sql`select keyword_id, platform, (detected_at at time zone 'UTC')::date as round, min(detected_at) as first
        from (${found}) f
        where workspace_id = ${workspaceId}
        group by 1, 2, 3`,
    );
    const events = await eventsOf(type);
    expect(events.length).toBe(firsts.length);
    const first = new Map(firsts.map((one) => [`${one.keyword_id} ${one.platform} ${one.round}`, one.first]));
    const asked = new Map(
      (
        await db.query<{ answer_id: string; asked_at: Date }>(
          sql`select answer_id, asked_at from answers where workspace_id = ${workspaceId}`,
        )
      ).map((row) => [row.answer_id, row.asked_at]),
    );
    const seen = new Set<string>();
    for (const { body, evidence } of events) {
      const askedAt = asked.get(evidence.answer_ids[0] ?? '');
      const place = `${body.data.keyword_id} ${body.data.platform} ${askedAt?.toISOString().slice(0, 10)}`;
      expect(seen.has(place)).toBe(false);
      seen.add(place);
      expect(askedAt).toEqual(first.get(place));
    }
  },
);

test('mention.new says what the mention in GET /mentions says', async () => {
  const event = (await eventsOf('mention.new')).at(-1);
  const answerId = event?.evidence.answer_ids[0];
  const path = `/api/v1/mentions?keyword_id=${event?.body.data.keyword_id}&platform=${event?.body.data.platform}&include=answer_id&per_page=100`;
  const { body } = await call(server, path, { key });
  const {
    mention_id: _,
    detected_at: __,
    answer_id: ___,
    ...record
  } = body.data.find((one: { answer_id: string }) => one.answer_id === answerId);
  expect(event?.body.data).toEqual(record);
});

test('citation.new is the citation of GET /citations without its time', async () => {
  const event = (await eventsOf('citation.new')).at(-1);
  const path = `/api/v1/citations?keyword_id=${event?.body.data.keyword_id}&platform=${event?.body.data.platform}&per_page=100`;
  const { body } = await call(server, path, { key });
  const { detected_at: _, ...record } = body.data.find(
    (one: { citation_id: string }) => one.citation_id === event?.body.data.citation_id,
  );
  expect(event?.body.data).toEqual(record);
});

test('an event is at most 256 KiB: its long texts are cut to 8 kB, between characters', async () => {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) throw new Error('no workspace');
  const data = {
    citation_id: 'cit_1',
    keyword_id: 'kw_1',
    keyword: 'running shoes',
    platform: 'chatgpt',
    url: 'https://heronboard.example/',
    domain: 'heronboard.example',
    title: '鞋'.repeat(100_000),
    position: 1,
    context: null,
  };
  const event: NewEvent = { type: 'citation.new', data, fact: 'a page with an endless title', evidence: {} };
  await db.transaction((tx) => publish(tx, workspace, [event]));
  const [stored] = await db.query<{ body: string }>(
    sql`select body from events where workspace_id = ${workspaceId} and fact = ${event.fact}`,
  );
  expect(Buffer.byteLength(stored?.body ?? '')).toBeLessThan(256 * 1024);
  expect(JSON.parse(stored?.body ?? '').data).toEqual({ ...data, title: '鞋'.repeat(2_666) });
});
