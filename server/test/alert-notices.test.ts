import { SAMPLE_EVENTS } from '@visibility/sdk';
import { expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { type Browser, givenMember, givenOwner } from './support/person.ts';
import { publishIn, visibilityChanged } from './support/webhook.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;

const fired = () => [
  { ...visibilityChanged(), type: 'alert.triggered' as const, data: SAMPLE_EVENTS['alert.triggered'] },
];
const notices = async (person: Browser, mode = 'test') => (await person.ask(`/${mode}/alert-notices`)).body;
const see = (person: Browser, eventId: string) => person.post('/test/alert-notices/seen', { event_id: eventId });

test('alerts are unseen per person until that person has seen them', async () => {
  const owner = await givenOwner(server);
  const viewer = await givenMember(server, owner, 'viewer');
  await publishIn(deps, owner.workspaces.test, fired());
  await publishIn(deps, owner.workspaces.test, fired());
  const { unseen, data } = await notices(owner);
  expect([unseen, data.length, (await notices(owner, 'live')).unseen]).toEqual([2, 2, 0]);

  expect((await see(owner, data[0].event_id)).status).toBe(204);
  expect((await see(owner, data[1].event_id)).status).toBe(204);
  expect([(await notices(owner)).unseen, (await notices(viewer)).unseen]).toEqual([0, 2]);
  await see(viewer, data[1].event_id);
  expect((await notices(viewer)).unseen).toBe(1);

  await publishIn(deps, owner.workspaces.test, fired());
  expect([(await notices(owner)).unseen, (await notices(viewer)).unseen]).toEqual([1, 2]);
});

test('the alerts of another account are neither counted nor marked', async () => {
  const owner = await givenOwner(server);
  const other = await givenOwner(server);
  await publishIn(deps, owner.workspaces.test, fired());
  const [mine] = (await notices(owner)).data;
  expect((await notices(other)).data).toEqual([]);
  expect((await see(other, mine.event_id)).status).toBe(404);
  expect((await see(owner, 'evt_unknown')).status).toBe(404);
  expect((await notices(owner)).unseen).toBe(1);
});
