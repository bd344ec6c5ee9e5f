import { expect, test } from 'vitest';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { givenWebhook } from './support/webhook.ts';

const { db } = useDatabase();
const server = useApp(db);

test('422: days and times that no calendar of ours has are named, wherever they are sent', async () => {
  const account = await givenAccount(server.deps, { historyDays: 1 });
  const key = await givenKey(server.deps, account);
  const webhookId = await givenWebhook(server, key, { url: 'https://example.com/hook' });
  const [record] = (await call(server, '/api/v1/visibility?per_page=1', { key })).body.data;
  const range = 'must be from 1970-01-01 to 9999-12-31';
  for (const path of [`/usage`, `/visibility/${record.keyword_id}`]) {
    expect((await call(server, `/api/v1${path}?since=0000-01-01`, { key })).body).toEqual({
      detail: `since: ${range}`,
    });
    expect((await call(server, `/api/v1${path}?until=1969-12-31`, { key })).body).toEqual({
      detail: `until: ${range}`,
    });
    expect((await call(server, `/api/v1${path}?until=9999-12-31`, { key })).status).toBe(200);
  }
  const report = {
    name: 'Old',
    schedule: 'once',
    format: 'json',
    period_start: '0000-01-01',
    period_end: '0000-01-02',
  };
  const made = await call(server, '/api/v1/reports', { key, method: 'POST', body: report });
  expect([made.status, made.body.detail]).toEqual([422, `period_start: ${range}; period_end: ${range}`]);

  const deliveries = `/api/v1/webhooks/${webhookId}/deliveries`;
  const replay = (since: string) =>
    call(server, `/api/v1/webhooks/${webhookId}/replay`, { key, method: 'POST', body: { since } });
  for (const since of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59']) {
    expect((await call(server, `${deliveries}?since=${since}`, { key })).body).toEqual({ detail: `since: ${range}` });
    expect((await replay(since)).body).toEqual({ detail: `since: ${range}` });
  }
  expect((await call(server, `${deliveries}?since=2026-01-31T12:00:00%2B23:00`, { key })).status).toBe(200);
  expect((await replay('2026-01-31T12:00:00+23:00')).status).toBe(202);
  expect((await replay('yesterday')).body).toEqual({ detail: 'since: must be a time such as 2026-01-31T12:00:00Z' });
});
