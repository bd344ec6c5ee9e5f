import { verify } from '@octokit/webhooks-methods';
import { parseEvent } from '@visibility/sdk';
import { expect, test } from 'vitest';
import { createWebhookAgent } from '../src/webhooks/agent.ts';
import { deliverDue } from '../src/webhooks/deliver.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { startReceiver } from './support/receiver.ts';

const { db } = useDatabase();
const server = useApp(db);

const SECRET = 'a secret of the customer';
const A_WEEK = 7 * 86_400;

test('a keyword is measured, its score moves significantly, and the customer hears of it by a signed webhook', async () => {
  // A customer with five weeks of history …
  const { deps } = server;
  const key = await givenKey(deps, await givenAccount(deps, { historyDays: 35, seed: 'visibility' }));
  const before = await call(server, '/api/v1/visibility?per_page=100', { key });
  expect(before.body.meta.total).toBe(12);

  // … asks to be told when a score changes,
  await using receiver = await startReceiver();
  const created = await call(server, '/api/v1/webhooks', {
    key,
    method: 'POST',
    body: { url: receiver.url, events: ['visibility.changed'], secret: SECRET },
  });
  expect(created.status).toBe(201);

  // and a week goes by, in which assistants begin to name the brand far more often for one keyword.
  const advanced = await call(server, '/api/v1/sandbox/advance', { key, method: 'POST', body: { seconds: A_WEEK } });
  expect(advanced.status).toBe(200);
  const agent = createWebhookAgent({ addresses: deps.addresses, ca: receiver.ca });
  while ((await deliverDue({ ...deps, agent })) > 0);

  // The webhook has arrived, and its signature holds by somebody else's reading of the same scheme and by ours.
  expect(receiver.received.length).toBeGreaterThan(0);
  const events = [];
  for (const { headers, body } of receiver.received) {
    const signature = headers['x-service-signature'] ?? '';
    expect(await verify(SECRET, body, signature)).toBe(true);
    events.push(await parseEvent(body, signature, SECRET));
  }
  const rises = events.flatMap((event) => (event.type === 'visibility.changed' ? [event.data] : []));
  const rise = rises.find((data) => data.platform === 'perplexity' && data.new_score > data.previous_score + 20);
  expect(rise).toBeDefined();
  expect(rise?.change).toBe(`+${(rise?.new_score ?? 0) - (rise?.previous_score ?? 0)}`);

  // The API shows the new score, the same number the webhook told.
  const after = await call(server, `/api/v1/visibility/${rise?.keyword_id}`, { key });
  expect(after.status).toBe(200);
  expect(after.body.keyword).toBe(rise?.keyword);
  expect(after.body.platforms.perplexity).toBe(rise?.new_score);
  await agent.close();
});
