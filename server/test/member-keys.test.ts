import { beforeAll, expect, test } from 'vitest';
import { call, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { givenToken } from './support/oauth.ts';
import { type Browser, givenMember, givenOwner, type Owner } from './support/person.ts';

const { db } = useDatabase();
const server = useApp(db);
let owner: Owner;
let member: Awaited<ReturnType<typeof givenMember>>;
beforeAll(async () => {
  owner = await givenOwner(server);
  member = await givenMember(server, owner);
});

const createKey = async (who: Browser, name = 'shop') => (await who.post('/keys', { name })).body;
const works = async (key: string) => (await call(server, '/api/v1/keywords', { key })).status === 200;

test('every key and OAuth client shows who created it, under the name they have now', async () => {
  const key = await createKey(member);
  const client = (await member.post('/oauth-clients', { name: 'tool' })).body;
  const creator = { created_by: 'Ben', created_by_member_id: member.memberId };
  expect(key).toMatchObject(creator);
  expect(client).toMatchObject(creator);
  await member.ask('/account', { method: 'PATCH', body: { name: 'Benjamin' } });
  const [listed] = (await owner.ask('/keys')).body.data;
  expect(listed).toMatchObject({ ...creator, created_by: 'Benjamin' });
});

test('403: a member changes and revokes only what they created; an owner everything', async () => {
  const other = await givenMember(server, owner);
  const key = await createKey(member);
  const client = (await member.post('/oauth-clients', { name: 'tool' })).body;
  const rename = (who: Browser) => who.ask(`/keys/${key.key_id}`, { method: 'PATCH', body: { name: 'new' } });
  const revoke = (who: Browser) => who.post(`/keys/${key.key_id}/revoke`);
  const revokeClient = (who: Browser) => who.post(`/oauth-clients/${client.client_id}/revoke`);
  for (const { status, body } of [await rename(other), await revoke(other)])
    expect([status, body]).toEqual([
      403,
      { detail: 'This key was created by someone else. Only an owner can change it.' },
    ]);
  const refused = await revokeClient(other);
  expect([refused.status, refused.body]).toEqual([
    403,
    { detail: 'This OAuth client was created by someone else. Only an owner can change it.' },
  ]);
  expect((await rename(member)).status).toBe(200);
  expect((await revoke(owner)).status).toBe(200);
  expect((await revokeClient(member)).status).toBe(200);
});

async function givenHolders(who: Browser) {
  const { key } = await createKey(who, 'theirs');
  const client = (await who.post('/oauth-clients', { name: 'their tool' })).body;
  const token = await givenToken(server, { id: client.client_id, secret: client.client_secret });
  return { key, token };
}

const remove = (who: Browser, memberId: string, query = '') =>
  who.ask(`/members/${memberId}${query}`, { method: 'DELETE' });

test('removing a member revokes their keys, OAuth clients and tokens at once, and the log names each', async () => {
  const person = await givenMember(server, owner);
  const [{ key, token }, others] = [await givenHolders(person), await givenHolders(owner)];
  expect([await works(key), await works(token)]).toEqual([true, true]);
  expect((await remove(owner, person.memberId)).status).toBe(204);
  expect([await works(key), await works(token)]).toEqual([false, false]);
  expect([await works(others.key), await works(others.token)]).toEqual([true, true]);
  const log = (await owner.ask('/audit')).body.data.slice(0, 3);
  const by = `dashboard:${owner.email}`;
  expect(log).toMatchObject([
    {
      action: 'member.removed',
      actor: by,
      changes: { api_keys: { from: 1, to: 0 }, oauth_clients: { from: 1, to: 0 } },
    },
    { action: 'oauth_client.revoked', actor: by, subject_name: 'their tool' },
    { action: 'key.revoked', actor: by, subject_name: 'theirs' },
  ]);
});

test('keys and OAuth clients that the owner keeps go on working and still name who created them', async () => {
  const person = await givenMember(server, owner);
  const { key, token } = await givenHolders(person);
  expect((await remove(owner, person.memberId, '?revoke_keys=false')).status).toBe(204);
  expect([await works(key), await works(token)]).toEqual([true, true]);
  const [listed] = (await owner.ask('/keys')).body.data;
  expect(listed).toMatchObject({ created_by: person.email, created_by_member_id: null });
  const [entry] = (await owner.ask('/audit')).body.data;
  expect(entry.changes).toEqual({ api_keys: { from: 1, to: 1 }, oauth_clients: { from: 1, to: 1 } });
});

test('no key outlives a removal that happens while the member creates it', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await givenMember(server, owner);
    const [made] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => person.post('/keys', { name: 'late' }))),
      remove(owner, person.memberId),
    ]);
    for (const { status, body } of made) {
      expect([201, 401]).toContain(status);
      if (status === 201) expect(await works(body.key)).toBe(false);
    }
  }
});

test('removing an owner withdraws the invitations they sent', async () => {
  const second = await givenMember(server, owner, 'owner');
  await second.post('/members/invitations', { email: 'friend@example.com', role: 'viewer' });
  await owner.post('/members/invitations', { email: 'colleague@example.com' });
  expect((await remove(owner, second.memberId)).status).toBe(204);
  const open = (await owner.ask('/members/invitations')).body.data;
  expect(open.map(({ email }: { email: string }) => email)).toEqual(['colleague@example.com']);
});
