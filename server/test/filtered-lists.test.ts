import pg from 'pg';
import { beforeAll, expect, inject, test } from 'vitest';
import { seededRandom } from '../src/base/random.ts';
import { type Db, openDb, raw, sql } from '../src/store/db.ts';
import { listVisibility, VISIBILITY_SORTS } from '../src/store/keywords/visibility-list.ts';
import { migrate } from '../src/store/system/migrate.ts';
import { searchIndexProblem } from '../src/store/system/search-index.ts';
import { call, givenAccount, givenKey, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { databaseUrl } from './support/database-url.ts';

const { db } = useDatabase();
const server = useApp(db);
const MANY = 1_130;
const STRANGE = [
  '100% linen',
  'under_score',
  'back\\slash',
  'ÉCLAIR café',
  'İstanbul ıı',
  'straße GROSS',
  '東京の宿',
  'a%_\\b',
];
let workspaceId = '';
let key = '';

beforeAll(async () => {
  const account = await givenAccount(server.deps);
  workspaceId = account.workspaces.test;
  key = await givenKey(server.deps, account);
  const keywords = Array.from({ length: MANY }, (_, i) => ({
    keyword: `${STRANGE[i % STRANGE.length]} ${i}`,
    tags: [`third ${i % 3}`, ...(i % 100 === 0 ? ['rare'] : [])],
  }));
  await post('/keywords', { keywords: keywords.slice(0, 1000) });
  await post('/keywords', { keywords: keywords.slice(1000) });
  // Every fifth keyword has no answer, and only a few have one on a second platform.
  const answers = keywords.flatMap(({ keyword }, i) => [
    ...(i % 5 === 0 ? [] : [answerOn('copilot', keyword)]),
    ...(i % 90 === 1 ? [answerOn('grok', keyword)] : []),
  ]);
  for (let i = 0; i < answers.length; i += 500) await post('/answers', { answers: answers.slice(i, i + 500) });
  await db.query(sql`analyze keywords, visibility`);
}, 120_000);

function answerOn(platform: string, keyword: string) {
  return { keyword, platform, prompt: 'Which?', text: 'Heron Board.' };
}

async function post(path: string, body: unknown, method = 'POST') {
  const { status, text, body: answer } = await call(server, `/api/v1${path}`, { key, method, body });
  if (status >= 300) throw new Error(`${method} ${path} is ${status}: ${text}`);
  return answer;
}

interface Wanted {
  tag?: string | undefined;
  q?: string | undefined;
  platform?: string | undefined;
}

/** The ids by a scan of all records, in the order of the list. */
async function scanned({ tag, q, platform }: Wanted, sort: string, isDescending: boolean): Promise<string[]> {
  const rows = await db.query<{ keyword_id: string; tags: string[]; platforms: string[]; found: boolean }>(
    sql`select keyword_id, tags, platforms, strpos(lower(keyword), lower(${q ?? ''})) > 0 as found
        from visibility
        where workspace_id = ${workspaceId}
        order by ${sort === 'keyword' ? sql`lower(keyword)` : raw(sort)}, keyword_id`,
  );
  const ids = rows
    .filter((row) => row.found && (tag === undefined || row.tags.includes(tag)))
    .filter((row) => platform === undefined || row.platforms.includes(platform))
    .map((row) => row.keyword_id);
  return isDescending ? ids.reverse() : ids;
}

async function listed(filter: Wanted, sort: string, isDescending: boolean, page = 1, perPage = 100) {
  const { data, total } = await listVisibility(db, workspaceId, {
    filter,
    sort: { by: sort as (typeof VISIBILITY_SORTS)[number], descending: isDescending },
    page: { page, perPage },
    withEvidence: false,
  });
  return { ids: JSON.parse(data).map((record: { keyword_id: string }) => record.keyword_id) as string[], total };
}

test.each(VISIBILITY_SORTS.flatMap((sort) => [true, false].map((isDescending) => [sort, isDescending] as const)))(
  'every page is that of a plain scan, in the order of %s (descending: %s)',
  async (sort, isDescending) => {
    for (const filter of [
      {},
      { tag: 'third 1' },
      { tag: 'rare' },
      { platform: 'grok' },
      { platform: 'copilot' },
      { q: 'café' },
    ]) {
      const all = await scanned(filter, sort, isDescending);
      const found: string[] = [];
      for (let page = 1; page <= Math.ceil(all.length / 70) + 1; page++) {
        const { ids, total } = await listed(filter, sort, isDescending, page, 70);
        expect(total).toBe(all.length);
        found.push(...ids);
      }
      expect(found).toEqual(all);
    }
  },
);

test('any q finds what a plain scan finds, also with %, _, \\ and letters that change their case', async () => {
  const random = seededRandom('q');
  const letters = [...STRANGE.join(' ')];
  const some = () =>
    Array.from({ length: 1 + Math.floor(random() * 5) }, () => letters[Math.floor(random() * letters.length)]).join('');
  const parts = STRANGE.flatMap((text) => [
    text,
    text.toUpperCase(),
    text.toLowerCase(),
    text.slice(1, 5),
    text.slice(-3),
  ]);
  for (const q of [
    '%',
    '_',
    '\\',
    '%%%',
    '___',
    '\\\\\\',
    'abc%',
    '50%',
    ...parts,
    ...Array.from({ length: 60 }, some),
  ]) {
    for (const filter of [{ q }, { q, tag: 'third 2' }, { q, platform: 'grok' }]) {
      const all = await scanned(filter, 'keyword', false);
      const { ids, total } = await listed(filter, 'keyword', false);
      expect([q, total, ids]).toEqual([q, all.length, all.slice(0, 100)]);
    }
    const keywords = await call(server, `/api/v1/keywords?q=${encodeURIComponent(q)}`, { key });
    const [count] = await db.query<{ n: number }>(
      sql`select count(*) as n from keywords where workspace_id = ${workspaceId} and strpos(lower(keyword), lower(${q})) > 0`,
    );
    if (q.trim() === q && !/\s\s/.test(q)) expect([q, keywords.body.meta?.total]).toEqual([q, count?.n]);
  }
});

/** The kept counts, and the same by a scan. */
async function counts() {
  const kept = await db.query(
    sql`select kind, value, keywords, measured from list_counts
        where workspace_id = ${workspaceId} and (keywords <> 0 or measured <> 0) order by 1, 2`,
  );
  const real = await db.query(
    sql`select kind, value, count(*)::integer as keywords, count(v.keyword_id)::integer as measured
        from (
          select 'tag' as kind, unnest(tags) as value, keyword_id from keywords where workspace_id = ${workspaceId}
          union
          select 'platform', unnest(platforms), keyword_id from visibility where workspace_id = ${workspaceId}
        ) listed
        left join visibility v on v.workspace_id = ${workspaceId} and v.keyword_id = listed.keyword_id
        group by 1, 2 order by 1, 2`,
  );
  const [beside] = await db.query<{ n: number }>(
    sql`select count(*) as n from keywords k left join visibility v using (workspace_id, keyword_id)
        where workspace_id = ${workspaceId} and k.platforms is distinct from coalesce(v.platforms, '{}')`,
  );
  return { kept, real, differing: beside?.n };
}

test('kept counts are the real ones after keywords and platforms are added, changed and deleted', async () => {
  const check = async () => {
    const { kept, real, differing } = await counts();
    expect(kept).toEqual(real);
    expect(differing).toBe(0);
  };
  await check();
  const { keyword_id: id } = await post('/keywords', { keyword: 'counted', tags: ['rare', 'new'] });
  await check();
  await post(`/keywords/${id}`, { tags: ['new', 'newer'] }, 'PATCH');
  await check();
  await post('/answers', { answers: [answerOn('copilot', 'counted')] });
  await check();
  await post('/answers', { answers: [answerOn('grok', 'counted'), answerOn('gemini', 'counted')] });
  await check();
  await post(`/keywords/${id}`, { tags: [] }, 'PATCH');
  await post(`/keywords/${id}`, { status: 'paused', tags: ['rare'] }, 'PATCH');
  await check();
  await post(`/keywords/${id}`, undefined, 'DELETE');
  await check();
  const many = Array.from({ length: 6 }, (_, i) =>
    post('/keywords', { keyword: `at the same time ${i}`, tags: ['rare'] }),
  );
  const added = await Promise.all(many);
  await Promise.all(added.map((one) => post(`/keywords/${one.keyword_id}`, undefined, 'DELETE')));
  await check();
});

async function planOf(on: Db, condition: ReturnType<typeof sql>): Promise<string> {
  const rows = await on.query<{ 'QUERY PLAN': string }>(
    sql`explain select count(*) from keywords k where k.workspace_id = ${workspaceId} and ${condition}`,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

// Citus drops one index per statement.
test.skipIf(inject('citusUrl') !== '')('tag, platform and q are found by the search index', async () => {
  await db
    .transaction(async (tx) => {
      const inside: Db = { ...db, query: tx.query };
      // A small table is faster to scan.
      await tx.query(sql`set local enable_seqscan = off`);
      await tx.query(sql`set local enable_indexscan = off`);
      await tx.query(sql`alter table keywords drop constraint keywords_pkey cascade`);
      await tx.query(sql`drop index keywords_newest, keywords_identity, keywords_by_words`);
      for (const condition of [
        sql`k.tags @> ${['rare']}`,
        sql`k.platforms @> ${['grok']}`,
        sql`lower(k.keyword) like lower(${'%café%'})`,
      ]) {
        expect(await planOf(inside, condition)).toMatch(/Bitmap Index Scan on keywords_search/);
      }
      throw new Error('undo');
    })
    .catch((error) => {
      if (error.message !== 'undo') throw error;
    });
});

test('a database whose user may not create extensions works, says so, and gets the index at a later start', async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  const name = `plain_${workspaceId.slice(-8).toLowerCase()}`;
  try {
    await admin.query(`create role ${name} login password 'plain'`);
    await admin.query(`create database ${name}`);
    const url = new URL(databaseUrl(inject('postgresUrl'), name));
    const owner = new pg.Client({ connectionString: url.href });
    await owner.connect();
    await owner.query(`grant all on schema public to ${name}; grant create on database ${name} to ${name}`);
    const plain = Object.assign(new URL(url), { username: name, password: 'plain' }).href;
    await migrate(plain);
    await owner.query(`drop extension pg_trgm cascade; revoke create on database ${name} from ${name}`);
    expect(await migrate(plain)).toEqual([]);
    const limited = openDb({ url: plain });
    expect(await searchIndexProblem(limited)).toMatch(
      /^tag, platform and q filters read every keyword, because .* pg_trgm/,
    );
    expect((await limited.query(sql`select from keywords where tags @> ${['rare']}`)).length).toBe(0);
    await owner.query('create extension pg_trgm');
    expect(await migrate(plain)).toEqual([]);
    expect(await searchIndexProblem(limited)).toBe(undefined);
    await limited.close();
    await owner.end();
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`drop role if exists ${name}`);
    await admin.end();
  }
});
