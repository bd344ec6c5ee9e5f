import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvLine, parseCsv } from '../src/base/csv.ts';
import { addDays } from '../src/base/time.ts';
import { run as runExport } from '../src/commands/export.ts';
import { ingestFile } from '../src/commands/ingest.ts';
import type { WorkspaceService } from '../src/commands/open.ts';
import { verifyWorkspace } from '../src/commands/verify.ts';
import { sql } from '../src/store/db.ts';
import { findWorkspace, type Workspace } from '../src/store/workspaces/workspaces.ts';
import { givenAccount, useApp } from './support/app.ts';
import { callWith } from './support/call.ts';
import { useDatabase } from './support/database.ts';
import { runVisibility } from './support/server-process.ts';

const { db, url } = useDatabase();
const { deps } = useApp(db);
const folder = mkdtempSync(join(tmpdir(), 'visibility ingest '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KEYWORD = 'kanban board software';

async function givenWorkspace(historyDays = 0) {
  const account = await givenAccount(deps, { historyDays });
  const workspace = await findWorkspace(db, account.workspaces.test);
  if (!workspace) throw new Error('no workspace');
  return { account, workspace };
}

/** Tests only read it. Eight days: more answers than are ingested at once. */
let filled: Workspace;
beforeAll(async () => {
  filled = (await givenWorkspace(8)).workspace;
});

function givenFile(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function lineOf(more: Record<string, unknown> = {}): string {
  return JSON.stringify({ keyword: KEYWORD, platform: 'chatgpt_web', prompt: 'Which?', text: 'Heron Board.', ...more });
}

async function take(workspace: Awaited<ReturnType<typeof givenWorkspace>>['workspace'], path: string) {
  const refused: string[] = [];
  const onRefused = (line: number, detail: string) => void refused.push(`${line} ${detail}`);
  const summary = await ingestFile(db, workspace, { path, onProgress: () => {}, onRefused });
  return { ...summary, why: refused };
}

async function exported(
  workspace: Workspace,
  { kind, ...options }: { kind: string } & Partial<Parameters<typeof runExport>[1]['options']>,
) {
  const output = new PassThrough();
  const written = text(output);
  const call = callWith<Parameters<typeof runExport>[1]['options'], [string]>(
    { format: 'ndjson', since: undefined, until: undefined, ...options },
    [kind],
  );
  await runExport({ db, workspace } as WorkspaceService, call, output);
  output.end();
  return written;
}

const rowsOf = (ndjson: string) =>
  ndjson
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

async function differences(workspace: Parameters<typeof verifyWorkspace>[1]): Promise<string[]> {
  const found: string[] = [];
  await verifyWorkspace(db, workspace, { keywords: [], onResult: (one) => found.push(...one.differences) });
  return found;
}

test('the same file twice changes nothing, and a file that was cut off is completed by repeating it', async () => {
  const { workspace } = await givenWorkspace();
  const lines = Array.from({ length: 2_300 }, (_, i) => lineOf({ text: `Heron Board, ${i}.` }));
  const cutOff = givenFile('cut.jsonl', lines.slice(0, 700).join('\n'));
  expect(await take(workspace, cutOff)).toMatchObject({ lines: 700, stored: 700, duplicates: 0 });
  const whole = givenFile('whole.ndjson', `\ufeff${lines.join('\r\n')}\r\n\r\nnot json\r\n`);
  expect(await take(workspace, whole)).toEqual({
    lines: 2_301,
    stored: 1_600,
    duplicates: 700,
    refused: 1,
    why: ['2302 The line is not valid JSON'],
  });
  expect(await take(workspace, whole)).toMatchObject({ stored: 0, duplicates: 2_300, refused: 1 });
  expect(await differences(workspace)).toEqual([]);
});

test('the order of the fields does not make another answer, their content does', async () => {
  const { workspace } = await givenWorkspace();
  const turned = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(lineOf())).reverse()));
  const path = givenFile('order.jsonl', [lineOf(), turned, lineOf({ model: 'other' })].join('\n'));
  expect(await take(workspace, path)).toMatchObject({ stored: 2, duplicates: 1 });
});

test('CSV with quotes, line breaks and sources is read as it was meant', async () => {
  const { workspace } = await givenWorkspace();
  const header = 'keyword,platform,prompt,text,sources,status';
  const rows = [
    csvLine([KEYWORD, 'bing_chat', 'Which, and "why"?', 'First line\nHeron Board', 'https://heronboard.example/', '']),
    csvLine([KEYWORD, 'bing_chat', 'Which?', 'Nothing.', [{ url: 'https://a.example/', cited: false }], '']),
    csvLine([KEYWORD, 'bing_chat', 'Which?', '', '', 'refused']),
    csvLine([KEYWORD, 'bing_chat', 'Which?', 'x', '', '', 'too many']),
    csvLine([KEYWORD, 'Bing Chat', 'Which?', 'x', 'x.example', '']),
  ];
  const path = givenFile('answers.csv', `${header}\r\n${rows.join('')}${KEYWORD},"bing_chat`);
  expect(await take(workspace, path)).toEqual({
    lines: 6,
    stored: 3,
    duplicates: 0,
    refused: 3,
    why: [
      '6 has more cells than the 6 of the header',
      '7 platform: must be a lowercase name such as chatgpt_web; sources[0].url: must be an http or https URL',
      '8 has an unclosed quotation mark',
    ],
  });
  const answers = rowsOf(await exported(workspace, { kind: 'answers' }));
  expect(answers.map(({ prompt, text, sources, status }) => [prompt, text, sources.length, status]).sort()).toEqual([
    ['Which, and "why"?', 'First line\nHeron Board', 1, 'valid'],
    ['Which?', '', 0, 'refused'],
    ['Which?', 'Nothing.', 1, 'valid'],
  ]);
});

test('searches come from CSV as a list with semicolons or as JSON, and are exported', async () => {
  const { workspace } = await givenWorkspace();
  const rows = [
    ['prompt', 'text', 'keyword', 'platform', 'queries', 'searched', 'requested_model'],
    ['1', 'a', KEYWORD, 'bing_chat', String.raw`kanban boards;a\;b c`, '', 'gpt'],
    ['2', 'b', KEYWORD, 'bing_chat', ['one', 'two'], 'TRUE', ''],
    ['3', 'c', KEYWORD, 'bing_chat', '', 'false', ''],
    ['4', 'd', KEYWORD, 'bing_chat', '', 'maybe', ''],
  ];
  const { stored, why } = await take(workspace, givenFile('searches.csv', rows.map(csvLine).join('')));
  expect([stored, why]).toEqual([3, ['5 searched: must be a boolean']]);
  const answers = rowsOf(await exported(workspace, { kind: 'answers' })).sort((a, b) => (a.prompt < b.prompt ? -1 : 1));
  expect(answers.map(({ queries, searched, requested_model }) => [queries, searched, requested_model])).toEqual([
    [['kanban boards', 'a;b c'], true, 'gpt'],
    [['one', 'two'], true, null],
    [[], false, null],
  ]);
});

test('a column or an ending that nobody knows is said at once', async () => {
  const { workspace } = await givenWorkspace();
  await expect(take(workspace, givenFile('a.csv', 'keyword,colour\nx,y\n'))).rejects.toThrow('unknown column colour.');
  await expect(take(workspace, '/nowhere/a.txt')).rejects.toThrow('unknown file type. Use .jsonl, .ndjson or .csv.');
  await expect(take(workspace, '/nowhere/a.csv')).rejects.toThrow('Cannot read /nowhere/a.csv (ENOENT).');
});

test('what one database exports another one ingests, once', async () => {
  const source = filled;
  const file = givenFile('moved.ndjson', await exported(source, { kind: 'answers' }));
  const count = rowsOf(await exported(source, { kind: 'answers' })).length;
  const { workspace } = await givenWorkspace();
  expect(await take(workspace, file)).toMatchObject({ lines: count, stored: count, refused: 0 });
  expect(await take(workspace, file)).toMatchObject({ lines: count, duplicates: count });
  const texts = async (of: typeof workspace) =>
    rowsOf(await exported(of, { kind: 'answers' })).map(({ asked_at, platform, prompt, text, status, sources }) =>
      JSON.stringify([asked_at, platform, prompt, text, status, sources]),
    );
  expect((await texts(workspace)).sort()).toEqual((await texts(source)).sort());
});

test('everything that is stored is exported once, in order, in both formats', async () => {
  const workspace = filled;
  const [stored] = await db.query<Record<string, number>>(
    sql`select (select count(*) from answers where workspace_id = ${workspace.workspaceId}) as answers,
               (select count(*) from mentions where workspace_id = ${workspace.workspaceId}) as mentions,
               (select count(*) from citations where workspace_id = ${workspace.workspaceId}) as citations,
               -- Twelve keywords on eight days.
               12 * 8 as scores`,
  );
  for (const [kind, count] of Object.entries(stored ?? {})) {
    const rows = rowsOf(await exported(workspace, { kind }));
    const names = Object.keys(rows[0]);
    const ids = new Set(rows.map((row) => (kind === 'scores' ? `${row.keyword_id} ${row.date}` : row[names[0] ?? ''])));
    expect([kind, rows.length, ids.size]).toEqual([kind, count, count]);
    const cells = cellsIn(await exported(workspace, { kind, format: 'csv' }));
    expect(cells[0]).toEqual(names);
    expect(cells.length).toBe(rows.length + 1);
    expect(cells[1]?.[1]).toBe(String(rows[0][names[1] ?? '']));
  }
});

test('no cell of an exported CSV runs as a formula, and its cells come back as they were', async () => {
  const hostile = ['=1+1', ' @sum(a1)', '|cmd', '＝1', "'=1", '-5', '- a list'];
  const { workspace } = await givenWorkspace();
  const sent = hostile.map((text) => lineOf({ prompt: `${text} ?`, text, model: `${text} model` }));
  expect(await take(workspace, givenFile('hostile.jsonl', sent.join('\n')))).toMatchObject({ stored: hostile.length });
  const csv = await exported(workspace, { kind: 'answers', format: 'csv' });
  for (const text of ["''=1", "' @sum(a1)", "'- a list", "'=1+1", "'|cmd", "'＝1", '-5'])
    expect(csv).toContain(`,${text},`);
  expect(csv).not.toMatch(/(?:^|,|,")\s*(?:[=+@|%＝＋－＠]|-(?!\d+,))/m);
  const [header = [], ...rows] = cellsIn(csv);
  const names = ['keyword', 'platform', 'prompt', 'text', 'model'];
  const again = [names, ...rows.map((cells) => names.map((name) => cells[header.indexOf(name)]))];
  const file = again.map(csvLine).join('');
  const other = (await givenWorkspace()).workspace;
  expect(await take(other, givenFile('hostile.csv', file))).toMatchObject({ stored: hostile.length, refused: 0 });
  const pairs = async (of: typeof workspace) =>
    rowsOf(await exported(of, { kind: 'answers' })).map(({ prompt, text, model }) => [prompt, text, model].join());
  expect((await pairs(other)).sort()).toEqual((await pairs(workspace)).sort());
});

function cellsIn(csv: string): string[][] {
  return parseCsv(csv).map(({ cells }) => cells);
}

test('an export can be bounded by days', async () => {
  const workspace = filled;
  const [since, until] = [addDays(workspace.firstDay, 1), addDays(workspace.firstDay, 2)];
  const rows = rowsOf(await exported(workspace, { kind: 'answers', since, until }));
  expect(rows.length).toBeGreaterThan(100);
  expect(new Set(rows.map(({ asked_at }) => asked_at.slice(0, 10)))).toEqual(new Set([since, until]));
  await expect(exported(workspace, { kind: 'answers', since: 'soon' })).rejects.toThrow('--since must be a date');
  await expect(exported(workspace, { kind: 'all' })).rejects.toThrow('answers, mentions, citations or scores');
});

test('everything stored is exported by default, however old it is', async () => {
  const { workspace } = await givenWorkspace();
  expect(await take(workspace, givenFile('old.jsonl', lineOf()))).toMatchObject({ stored: 1 });
  const twoYearsLater = { ...workspace, now: new Date(workspace.now.getTime() + 730 * 86_400_000) };
  for (const kind of ['answers', 'mentions', 'scores']) {
    const rows = rowsOf(await exported(twoYearsLater, { kind }));
    expect([kind, rows.length]).toEqual([kind, 1]);
  }
});

test('from the command line: a wrong line is shown, the right ones are stored, and come out again', async () => {
  const { account } = await givenWorkspace();
  const settings = { DATABASE_URL: url, DATA_DIR: join(folder, 'data') };
  const of = ['--mode', 'test', '--account', account.accountId];
  const path = givenFile('cli.jsonl', [lineOf(), lineOf({ keyword: 'unknown' })].join('\n'));
  const taken = await runVisibility(['ingest', path, ...of], settings);
  expect([taken.code, taken.out]).toEqual([1, '2 lines: 1 stored, 0 already stored, 1 rejected.\n']);
  expect(taken.err).toContain('line 2: keyword: keyword "unknown" not found.');
  const out = await runVisibility(['export', 'mentions', '--format', 'csv', ...of], settings);
  expect([out.code, out.err]).toEqual([0, '']);
  expect(out.out).toMatch(
    /^mention_id,answer_id,keyword_id,keyword,platform,brand_id,.*\r\nmnt_.*,chatgpt_web,brand,1,/,
  );
});
