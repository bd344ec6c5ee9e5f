import { beforeAll, expect, test } from 'vitest';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { type Browser, byLink } from './support/person.ts';

const { db } = useDatabase();
const server = useApp(db);
let person: Browser;
let account: Awaited<ReturnType<typeof givenAccount>>;

beforeAll(async () => {
  account = await givenAccount(server.deps);
  person = await byLink(server, account.accountId);
});

test('a form gets every problem with the path of its field and a sentence without its name', async () => {
  const key = { name: '', allowed_ips: ['203.0.113.7', '2001:db8::/32'], allowed_domains: ['*.com'] };
  const { status, body } = await person.post('/keys', key);
  expect(status).toBe(422);
  expect(body).toEqual({
    detail:
      'name: must not be empty; allowed_ips[1]: IPv6 ranges are not supported; allowed_domains[0]: must not cover a whole public suffix (com)',
    problems: [
      { path: 'name', message: 'Must not be empty.' },
      { path: 'allowed_ips.1', message: 'IPv6 ranges are not supported.' },
      { path: 'allowed_domains.0', message: 'Must not cover a whole public suffix (com).' },
    ],
  });
});

test('a problem that only the stored data shows has the path of its field too', async () => {
  const brand = { name: 'Acme', domains: ['acme.example'] };
  const competitors = [{ name: 'Weftly' }, { name: 'ACME', domains: ['acme.example'] }];
  const { body } = await person.post('/live/start', { brand, competitors, dry_run: true });
  expect(body.problems).toEqual([
    { path: 'competitors.1.name', message: '"ACME" is already used by your own brand.' },
    { path: 'competitors.1.domains', message: 'acme.example already belongs to your own brand.' },
  ]);
});

test('what belongs to no field has no path, and an error without fields has no problems', async () => {
  expect((await person.post('/keys', { name: 'a', colour: 'red' })).body.problems).toEqual([
    { path: '', message: 'Unknown field colour.' },
  ]);
  const gone = await person.ask('/live/keywords/kw_none');
  expect([gone.status, gone.body]).toEqual([404, { detail: 'Keyword not found' }]);
});

test('a repeated request gets the same problems again', async () => {
  const wrong = { body: { name: '', condition: 'below', threshold: 5 }, headers: { 'idempotency-key': 'again' } };
  const answers = [
    await person.ask('/live/alerts', { method: 'POST', ...wrong }),
    await person.ask('/live/alerts', { method: 'POST', ...wrong }),
  ];
  expect(answers[1]?.headers.get('idempotent-replayed')).toBe('true');
  for (const { body } of answers) expect(body.problems).toEqual([{ path: 'name', message: 'Must not be empty.' }]);
});

test('the same route answers a key with detail and nothing else', async () => {
  const key = await givenKey(server.deps, account, { mode: 'live' });
  const wrong = { name: '', condition: 'below', threshold: 5 };
  const asked = await call(server, '/api/v1/alerts', { method: 'POST', key, body: wrong });
  expect([asked.status, asked.text]).toEqual([422, '{"detail":"name: must not be empty"}']);
  const seen = await person.post('/live/alerts', wrong);
  expect(seen.body).toEqual({ ...asked.body, problems: [{ path: 'name', message: 'Must not be empty.' }] });
});
