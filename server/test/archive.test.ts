import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveMonth } from '../src/archive/archive-month.ts';
import { archivedTexts } from '../src/archive/archived-texts.ts';
import { fileStorage } from '../src/archive/file-storage.ts';
import { type Manifest, type Part, readManifest, writeManifest } from '../src/archive/manifest.ts';
import { openStorage } from '../src/archive/open-storage.ts';
import { readPart, writePart } from '../src/archive/part.ts';
import type { Storage } from '../src/archive/storage.ts';
import { timeOfId } from '../src/base/id.ts';
import * as command from '../src/commands/archive.ts';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { readConfig } from '../src/config.ts';
import { sql } from '../src/store/db.ts';
import { holdLock } from '../src/store/retention/lock.ts';
import { findWorkspace } from '../src/store/workspaces/workspaces.ts';
import { CHANGING, givenAccount, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { startS3 } from './support/s3-server.ts';
import { until, visibility } from './support/server-process.ts';

const { db, url } = useDatabase();
const { deps } = useApp(db);
const scratch = mkdtempSync(join(tmpdir(), 'visibility archive '));
const folder = join(scratch, 'cold');
const storage = fileStorage(folder);
const to = pathToFileURL(folder).href;
let workspaceId = '';
/** The first in the archive. Most tests verify it alone, which takes a tenth of the time. */
let keyword = { keywordId: '', keyword: '' };
/** Texts and raw replies of each answer. */
let before = new Map<string, string>();
/** Whole months that are at least one month old. */
let months: string[] = [];

beforeAll(async () => {
  workspaceId = (await givenAccount(deps, CHANGING)).workspaces.test;
  const raw = gzipSync('{"choices":[{"message":"réponse"}]}');
  await db.query(sql`update answers set raw = ${raw} where workspace_id = ${workspaceId} and platform = 'chatgpt'`);
  const [first] = await db.records<typeof keyword>(
    sql`select keyword_id, keyword from keywords where workspace_id = ${workspaceId} order by keyword_id limit 1`,
  );
  if (first) keyword = first;
  before = await stored();
  const until = (await workspace()).now.toISOString().slice(0, 7);
  months = [...new Set([...before.keys()].map(monthOfAnswer))]
    .sort()
    .filter((month) => month < until)
    .slice(0, -1);
});

afterAll(() => rmSync(scratch, { recursive: true }));

const monthOfAnswer = (answerId: string) => timeOfId(answerId).toISOString().slice(0, 7);

async function workspace() {
  const found = await findWorkspace(db, workspaceId);
  if (!found) throw new Error('no workspace');
  return found;
}

async function stored(): Promise<Map<string, string>> {
  const rows = await db.records<{ answerId: string; raw: Buffer | undefined; texts: string }>(
    sql`select answer_id, raw, text || cited::text || retrieved::text as texts from answers where workspace_id = ${workspaceId}`,
  );
  return new Map(rows.map(({ answerId, raw, texts }) => [answerId, texts + (raw ? gunzipSync(raw) : '')]));
}

const isEmpty = (texts: string | undefined) => texts === '[][]';

async function verified(from?: Storage, keywords = [keyword.keyword]) {
  const differences: string[] = [];
  const onResult = (one: { differences: string[] }) => void differences.push(...one.differences);
  const texts = from && archivedTexts(from, workspaceId);
  const summary = await verifyWorkspace(db, await workspace(), { keywords, onResult, texts });
  return { differences, removed: summary.removed };
}

const service = { db, databaseUrl: url } as Parameters<typeof command.run>[0];
const config = readConfig({});
const call = <Options>(options: Options) => ({ config, environment: {}, options, args: [] });
const archive = (options: object = {}) =>
  command.run(service, call({ to, 'older-than': '1m', workspace: [], keep: false, ...options }));
const restore = (month: string, from = to) => command.restore(service, call({ from, month, workspace: [] }));
const list = async () => JSON.parse(await command.list(call({ from: to, workspace: [], json: true })));

async function wantedOf(month: string, keep: boolean) {
  const { now } = await workspace();
  return { workspaceId, accountName: 'Test', mode: 'test' as const, month, now, keep, partBytes: 100_000 };
}

/** A copy of the month's first answer, as if it was imported later. */
async function addAnswer(month: string, answerId: string): Promise<string> {
  const id = `${answerId.slice(0, -4)}LATE`;
  const [row] = await db.query(
    sql`insert into answers (workspace_id, asked_at, answer_id, keyword_id, prompt_id, platform, surface, status, prompt, text, recorded_at)
        select workspace_id, asked_at, ${id}, keyword_id, prompt_id, platform, surface, 'refused', prompt, 'I came late.', recorded_at
        from answers
        where workspace_id = ${workspaceId} and answer_id = ${answerId}
        returning 1`,
  );
  expect(row).toBeDefined();
  expect(monthOfAnswer(id)).toBe(month);
  return id;
}

/** The month's answers with a text: failed ones have none. */
const inMonth = (month: string) =>
  [...before].filter(([id, texts]) => monthOfAnswer(id) === month && !isEmpty(texts)).map(([id]) => id);

test('with --keep, a second run writes nothing, a late answer gets another part, and nothing is removed', async () => {
  const [month = ''] = months;
  const keep = await wantedOf(month, true);
  const first = await archiveMonth(db, storage, keep);
  expect(first).toMatchObject({ written: inMonth(month).length, removed: 0 });
  const manifest = await readManifest(storage, { workspace_id: workspaceId, month });
  expect(manifest?.parts.length).toBeGreaterThan(2);
  expect(await archiveMonth(db, storage, keep)).toMatchObject({ written: 0, bytes: 0 });

  const late = await addAnswer(month, inMonth(month)[3] ?? '');
  expect(await archiveMonth(db, storage, keep)).toMatchObject({ written: 1 });
  expect(await archiveMonth(db, storage, keep)).toMatchObject({ written: 0 });
  expect((await list())[0]).toMatchObject({ month, answers: inMonth(month).length + 1, mode: 'test' });
  await db.query(sql`delete from answers where workspace_id = ${workspaceId} and answer_id = ${late}`);
  expect(await stored()).toEqual(before);
  rmSync(folder, { recursive: true });
});

test('an answer that another run archived with another text stops the run before anything is removed', async () => {
  const [month = ''] = months;
  const other = fileStorage(join(scratch, 'other'));
  await archiveMonth(db, other, await wantedOf(month, true));
  const change = (text: string) =>
    db.query(
      sql`update answers set text = ${text} || text where workspace_id = ${workspaceId} and answer_id = ${inMonth(month)[5] ?? ''}`,
    );
  await change('x');
  await expect(archiveMonth(db, other, await wantedOf(month, false))).rejects.toThrow(
    'has another text in the database',
  );
  await db.query(
    sql`update answers set text = substr(text, 2) where workspace_id = ${workspaceId} and answer_id = ${inMonth(month)[5] ?? ''}`,
  );
  expect(await stored()).toEqual(before);
});

test('an answer that is stored while the month is archived is archived too, not lost', async () => {
  const [month = ''] = months;
  let late = '';
  const other = fileStorage(join(scratch, 'busy'));
  const busy: Storage = {
    ...other,
    async write(name, content) {
      await other.write(name, content);
      if (late === '' && name.endsWith('manifest.json')) late = await addAnswer(month, inMonth(month)[0] ?? '');
    },
  };
  await archiveMonth(db, busy, await wantedOf(month, false));
  expect(isEmpty((await stored()).get(late))).toBe(true);
  await restore(month, pathToFileURL(join(scratch, 'busy')).href);
  expect((await stored()).get(late)).toContain('I came late.');
  await db.query(sql`delete from answers where workspace_id = ${workspaceId} and answer_id = ${late}`);
  expect(await stored()).toEqual(before);
});

test('a part that is not stored as it was written is found before anything is removed', async () => {
  const [month = ''] = months;
  const other = fileStorage(join(scratch, 'lossy'));
  const lossy: Storage = {
    ...other,
    write: (name, content) => other.write(name, name.endsWith('.zst') ? content.subarray(0, -1) : content),
  };
  await expect(archiveMonth(db, lossy, await wantedOf(month, false))).rejects.toThrow('is corrupted: it has');
  expect(await stored()).toEqual(before);
});

test('a run that dies at any step loses nothing, and the next one continues', async () => {
  const [month = ''] = months;
  const other = fileStorage(join(scratch, 'dying'));
  for (let steps = 1; ; steps++) {
    let left = steps;
    const step = <Result>(work: () => Promise<Result>) => {
      if (--left === 0) throw new Error('killed');
      return work();
    };
    const dying: Storage = {
      ...other,
      read: async (name) => step(() => other.read(name)),
      write: async (name, content) => {
        await step(() => other.write(name, content));
        // After the file, before anything else.
        await step(async () => undefined);
      },
    };
    const died = await archiveMonth(db, dying, await wantedOf(month, false)).catch((error: Error) => error);
    if (!(died instanceof Error)) break;
    expect(died.message).toBe('killed');
    expect(await stored()).toEqual(before);
  }
  await restore(month, pathToFileURL(join(scratch, 'dying')).href);
  expect(await stored()).toEqual(before);
});

test('verify: no differences before, after the archive, with it, and after the restore', async () => {
  expect(await verified()).toEqual({ differences: [], removed: [] });
  expect(await archive()).toContain('removed from the database');
  const now = await stored();
  for (const [id, texts] of before)
    expect(isEmpty(now.get(id)), id).toBe(isEmpty(texts) || months.includes(monthOfAnswer(id)));
  const after = await verified(undefined, []);
  expect(after.differences).toEqual([]);
  expect(after.removed.map(({ month, level }) => [month, level])).toEqual(months.map((month) => [month, 'texts']));
  expect(await verified(storage, [])).toEqual({ differences: [], removed: [] });
  expect(await archive()).toContain('Nothing to archive');

  for (const month of months) expect(await restore(month)).toMatch(/: (\d+) of \1 archived answers restored\./);
  expect(await stored()).toEqual(before);
  expect(await verified()).toEqual({ differences: [], removed: [] });
  expect(await db.query(sql`select from removed_months where workspace_id = ${workspaceId}`)).toEqual([]);
});

test('with the archive, verify finds a changed mention, which it takes as stored without', async () => {
  await archive();
  const [month = ''] = months;
  const [changed] = await db.query<{ id: string; context: string }>(
    sql`update mentions set context = context || '!'
        where workspace_id = ${workspaceId}
          and mention_id = (select mention_id from mentions where workspace_id = ${workspaceId} and keyword_id = ${keyword.keywordId} and brand_id <> 'brand' and detected_at < ${new Date(`${month}-28`)} order by detected_at, mention_id limit 1)
        returning mention_id as id, context`,
  );
  expect((await verified()).differences).toEqual([]);
  expect((await verified(storage)).differences).toContainEqual(expect.stringContaining('mention '));
  await db.query(
    sql`update mentions set context = ${changed?.context.slice(0, -1)} where workspace_id = ${workspaceId} and mention_id = ${changed?.id}`,
  );
  expect((await verified(storage)).differences).toEqual([]);
});

/** The month's archive in another folder, with a change. */
async function tampered(name: string, change: (manifest: Manifest, folder: string, storage: Storage) => unknown) {
  const [month = ''] = months;
  const place = { workspace_id: workspaceId, month };
  const copy = fileStorage(join(scratch, name));
  for await (const file of storage.names()) await copy.write(file, (await storage.read(file)) as Buffer);
  const manifest = (await readManifest(copy, place)) as Manifest;
  await change(manifest, join(scratch, name, workspaceId, month), copy);
  return { copy, from: pathToFileURL(join(scratch, name)).href, month };
}

/** Replaces the first part by a frame of zstd that says how many bytes it holds, with the right hash. */
function holding(size: number | undefined, more: Partial<Part> = {}): Parameters<typeof tampered>[1] {
  return async (manifest, at, to) => {
    const content = Buffer.alloc(24);
    content.writeUInt32LE(0xfd2fb528);
    content[4] = size === undefined ? 0 : 0xa0;
    if (size !== undefined) content.writeUInt32LE(size, 5);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const file = `part-0001-${sha256.slice(0, 16)}.ndjson.zst`;
    writeFileSync(join(at, file), content);
    const [first, ...rest] = manifest.parts as [Part, ...Part[]];
    const parts = [{ ...first, file, bytes: content.length, sha256, ...more }, ...rest];
    await writeManifest(to, { ...manifest, parts });
  };
}

test.each<[string, Parameters<typeof tampered>[1], RegExp]>([
  [
    'truncated',
    (m, at) => truncateSync(join(at, m.parts[0]?.file ?? ''), 1000),
    /it has 1000 bytes, the manifest says \d+/,
  ],
  [
    'changed by one bit',
    (m, at) => {
      const file = join(at, m.parts[0]?.file ?? '');
      const content = readFileSync(file);
      content[500] = (content[500] ?? 0) ^ 1;
      writeFileSync(file, content);
    },
    /its SHA-256 is not that of the manifest/,
  ],
  ['without a part', (m, at) => rmSync(join(at, m.parts[0]?.file ?? '')), /the file is missing/],
  [
    'with another row count',
    (m, _, to) => writeManifest(to, { ...m, parts: m.parts.map((one) => ({ ...one, answers: 1 })) }),
    /answers, the manifest says 1/,
  ],
  [
    'with a part that decompresses to gigabytes',
    holding(0xffff_ffff),
    /it decompresses to 4294967295 bytes, the manifest/,
  ],
  [
    'whose manifest says gigabytes too',
    holding(0xffff_ffff, { ndjson_bytes: 0xffff_ffff }),
    /the manifest says 4294967295, and a part has at most 134217728/,
  ],
  ['with a part of unknown size', holding(undefined), /it decompresses to an unknown number of bytes/],
  [
    'with half a manifest',
    (_, at) => truncateSync(join(at, 'manifest.json'), 100),
    /it is not a manifest that this version can read/,
  ],
])(
  'an archive %s is refused by restore and verify, with what to do, and nothing changes',
  async (name, change, problem) => {
    const { copy, from, month } = await tampered(name, change);
    const now = await stored();
    const error = await restore(month, from).catch((thrown: Error) => thrown);
    expect(String(error)).toMatch(problem);
    expect(String(error)).toMatch(
      /is corrupted: .*Nothing was changed\. Replace the file with a copy of the archive\./,
    );
    expect(await stored()).toEqual(now);
    await expect(verified(copy)).rejects.toThrow(problem);
  },
);

test('a text that was changed with its hashes is found by verify', async () => {
  const { copy } = await tampered('forged', async (manifest, _, to) => {
    const [first, ...rest] = manifest.parts;
    if (!first) throw new Error('no part');
    const lines = (await readPart(to, manifest, first)).map((line) => ({ ...line, text: 'Nothing of interest.' }));
    await writeManifest(to, { ...manifest, parts: [await writePart(to, manifest, { lines, number: 1 }), ...rest] });
  });
  expect((await verified(copy)).differences.length).toBeGreaterThan(0);
});

test('an archive without a manifest, of another installation or without the month is refused', async () => {
  const [month = ''] = months;
  const bare = await tampered('bare', (_, at) => rmSync(join(at, 'manifest.json')));
  for (const one of readdirSync(join(scratch, 'bare', workspaceId)))
    rmSync(join(scratch, 'bare', workspaceId, one, 'manifest.json'), { force: true });
  await expect(restore(month, bare.from)).rejects.toThrow('has parts of an archive but no manifest');
  const foreign = await tampered('foreign', (manifest, _, to) =>
    writeManifest(to, { ...manifest, workspace_id: 'ws_other' }),
  );
  await expect(restore(month, foreign.from)).rejects.toThrow(
    'is from another installation: this database has no workspace ws_other (Test). Nothing was restored.',
  );
  await expect(restore('2019-01')).rejects.toThrow('has no archive of 2019-01');
  await expect(restore('August')).rejects.toThrow('--month must be a month such as 2025-08, not "August".');
  await expect(archive({ 'older-than': '13' })).rejects.toThrow('--older-than must be a number of months such as 13m');
  await expect(archive({ workspace: ['ws_x'] })).rejects.toThrow('Workspace ws_x not found');
});

test('only one process archives or restores', async () => {
  const lock = await holdLock(url);
  await expect(archive()).rejects.toThrow('Try again when it has finished.');
  await lock?.end();
});

test('killed with -9 at several moments and started again, the command archives everything', async () => {
  for (const month of months) await restore(month);
  const killed = join(scratch, 'killed');
  const args = ['archive', '--to', pathToFileURL(killed).href, '--older-than', '1m'];
  const settings = { DATABASE_URL: url, DATA_DIR: join(scratch, 'data') };
  const files = () =>
    readdirSync(scratch).includes('killed') ? readdirSync(killed, { recursive: true, encoding: 'utf8' }) : [];
  const isRemoving = async () =>
    (await db.query(sql`select from removed_months where workspace_id = ${workspaceId}`)).length > 0;
  for (const moment of [
    () => files().some((one) => one.endsWith('.half') || one.endsWith('.zst')),
    () => files().some((one) => one.endsWith('manifest.json')),
    isRemoving,
  ]) {
    const { child, finished } = visibility(args, settings);
    await Promise.race([until(moment), finished]);
    child.kill('SIGKILL');
    await finished;
  }
  const { code, out, err } = await visibility(args, settings).finished;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/archived|Nothing to archive|removed from the database/);
  const now = await stored();
  for (const [id, texts] of before)
    expect(isEmpty(now.get(id)), id).toBe(isEmpty(texts) || months.includes(monthOfAnswer(id)));
  for (const month of months) await restore(month, pathToFileURL(killed).href);
  expect(await stored()).toEqual(before);
});

test('the same on S3, and no key is in the archive', async () => {
  const s3 = await startS3({ bucket: 'cold' });
  const bucket = openStorage('s3://cold/answers', '--to', s3.settings);
  const [month = ''] = months;
  await archiveMonth(db, bucket, await wantedOf(month, false));
  expect((await verified(bucket)).differences).toEqual([]);
  const manifest = String(await bucket.read(`${workspaceId}/${month}/manifest.json`));
  expect(manifest).toContain('"account": "Test"');
  expect(manifest).not.toContain('S3RVER');
  const s3Config = {
    AWS_ENDPOINT_URL_S3: s3.settings.endpoint,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  };
  await command.restore(service, {
    ...call({ from: 's3://cold/answers', month, workspace: [workspaceId] }),
    config: readConfig(s3Config),
  });
  expect(await stored()).toEqual(before);
  await s3.close();
});
