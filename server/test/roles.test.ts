import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { dashboardRoutes } from '../src/api/dashboard/dashboard.ts';
import { sql } from '../src/store/db.ts';
import { useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { type Browser, givenMember, givenOwner, type Owner } from './support/person.ts';

const { db } = useDatabase();
const server = useApp(db);

const READ_ONLY = 'Viewers can only read. Ask an owner to change your role.';
const OWNER_ONLY = 'Only an owner can do this';

/** What routes of the account need, under the action that the documented table names. */
const ACCOUNT_ROUTES: Record<string, { needs: 'owner' | 'member' | 'viewer'; routes: string[] }> = {
  'Read the list of API keys and OAuth clients': { needs: 'viewer', routes: ['GET /keys', 'GET /oauth-clients'] },
  'Change your own name, email, password and second factor, end your own sessions': {
    needs: 'viewer',
    routes: [
      'GET /account',
      'POST /account',
      'PATCH /account',
      'POST /account/password',
      'POST /account/two-factor',
      'POST /account/two-factor/confirm',
      'POST /account/two-factor/disable',
      'GET /sessions',
      'DELETE /sessions',
      'DELETE /sessions/:session_id',
    ],
  },
  'Create API keys and OAuth clients, connect assistants, change and revoke your own': {
    needs: 'member',
    routes: [
      'POST /keys',
      'PATCH /keys/:key_id',
      'POST /keys/:key_id/revoke',
      'POST /oauth-clients',
      'POST /oauth-clients/:client_id/revoke',
      'GET /connect',
      'POST /connect',
    ],
  },
  'See, invite and remove members, change roles': {
    needs: 'owner',
    routes: [
      'GET /members',
      'PATCH /members/:member_id',
      'DELETE /members/:member_id',
      'GET /members/invitations',
      'POST /members/invitations',
      'DELETE /members/invitations/:invitation_id',
    ],
  },
  'Read the audit log and the emails sent to the account': { needs: 'owner', routes: ['GET /audit', 'GET /mail'] },
};

/** Workspace routes: reads are for viewers, everything else for members. */
const WORKSPACE_ACTIONS = {
  'Read keywords, scores, answers, competitors, alerts, reports, webhooks and usage': 'viewer',
  'Create, change and delete keywords, competitors, alerts, reports, webhooks, notes, views and share links': 'member',
  'Change the brand, platform keys and budget, advance the sandbox': 'member',
};
const OTHERS_KEYS = { 'Change and revoke API keys and OAuth clients that others created': 'owner' };

function needsOf(route: string): string | undefined {
  const known = Object.values(ACCOUNT_ROUTES).find(({ routes }) => routes.includes(route));
  if (known || !route.includes(' /:mode/')) return known?.needs;
  // What a person has seen is their own.
  if (route === 'POST /:mode/alert-notices/seen') return 'viewer';
  return route.startsWith('GET ') ? 'viewer' : 'member';
}

/** Every route that asks who is signed in, as the server registers them. */
const routes = listRoutes();

function listRoutes(): string[] {
  const found: string[] = [];
  const app = fastify();
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') found.push(`${one} ${url}`);
  });
  dashboardRoutes(app, server.deps);
  return found
    .filter((route) => route.includes(' /dashboard/api/'))
    .map((route) => route.replace('/dashboard/api', ''))
    .filter((route) => !/ \/(session|sign-in-options|invitation|invitation\/accept|share|shared\/.*)$/.test(route));
}

type Person = Awaited<ReturnType<typeof givenMember>>;
let owner: Owner;
let member: Person;
let viewer: Person;
beforeAll(async () => {
  owner = await givenOwner(server);
  member = await givenMember(server, owner);
  viewer = await givenMember(server, owner, 'viewer');
});

async function refusalOf(who: Browser, route: string): Promise<string | undefined> {
  const [method = '', path = ''] = route.split(' ');
  const unknown = path.replace(':mode', 'test').replace(/:\w+/g, `key_${'0'.repeat(26)}`);
  const response = await fetch(`${server.url}/dashboard/api${unknown}`, {
    method,
    headers: { cookie: who.own.cookie, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
  const text = await response.text();
  return response.status === 403 ? JSON.parse(text).detail : undefined;
}

test('every dashboard route names the role it needs', () => {
  expect(routes.length).toBeGreaterThan(80);
  expect(routes.filter((route) => needsOf(route) === undefined)).toEqual([]);
});

test('403: every route that needs a member refuses a viewer, and every route that needs an owner refuses both', async () => {
  for (const route of routes) {
    const needs = needsOf(route);
    const expected = {
      viewer: needs === 'owner' ? OWNER_ONLY : needs === 'member' ? READ_ONLY : undefined,
      member: needs === 'owner' ? OWNER_ONLY : undefined,
    };
    const found = { viewer: await refusalOf(viewer, route), member: await refusalOf(member, route) };
    expect([route, found]).toEqual([route, expected]);
  }
});

test('an owner is refused nowhere, nor is the first person before the account has an owner', async () => {
  const other = await givenOwner(server);
  for (const route of routes) expect([route, await refusalOf(other, route)]).toEqual([route, undefined]);
  await db.query(sql`update sessions set member_id = null where account_id = ${other.accountId}`);
  await db.query(sql`delete from members where account_id = ${other.accountId}`);
  for (const route of routes) expect([route, await refusalOf(other, route)]).toEqual([route, undefined]);
});

test('the documented table is the enforced one', () => {
  const enforced = {
    ...WORKSPACE_ACTIONS,
    ...Object.fromEntries(Object.entries(ACCOUNT_ROUTES).map(([action, { needs }]) => [action, needs])),
    ...OTHERS_KEYS,
  };
  const text = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => /\| (yes|no) \|$/.test(line));
  const documented = lines.map((line) => {
    const [action = '', isOwner, isMember, isViewer] = line.slice(2, -2).split(' | ');
    expect(isOwner).toBe('yes');
    return [action, isViewer === 'yes' ? 'viewer' : isMember === 'yes' ? 'member' : 'owner'];
  });
  expect(Object.fromEntries(documented)).toEqual(enforced);
});

test('an owner makes a member a viewer, whose next request is refused', async () => {
  const person = await givenMember(server, owner);
  const changed = await owner.ask(`/members/${person.memberId}`, { method: 'PATCH', body: { role: 'viewer' } });
  expect([changed.status, changed.body.role]).toEqual([200, 'viewer']);
  const refused = await person.post('/keys', { name: 'shop' });
  expect([refused.status, refused.body]).toEqual([403, { detail: READ_ONLY }]);
  expect((await person.ask('/session')).body.member.role).toBe('viewer');
});
