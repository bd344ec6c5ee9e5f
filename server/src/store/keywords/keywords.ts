import { makeId } from '../../base/id.ts';
import { dayOf } from '../../base/time.ts';
import { addPanelChange } from '../answers/series-traits.ts';
import { type Counted, withCounts } from '../counts/list-counts.ts';
import { type Db, empty, type Sql, sql, type Transaction } from '../db.ts';
import { everyBatch, limitTo, newerThan, type Page } from '../pages.ts';
import { type KeywordMatch, keptTotal, matchingKeywords } from './matching.ts';
import { findPrompts, promptName } from './prompts.ts';

export interface Keyword {
  keywordId: string;
  keyword: string;
  status: 'active' | 'paused';
  tags: string[];
  country: string | undefined;
  language: string | undefined;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewKeyword {
  keyword: string;
  tags: string[];
  country: string | undefined;
  language: string | undefined;
  prompts: string[];
}

export interface KeywordFilter {
  status?: 'active' | 'paused' | undefined;
  tag?: string | undefined;
  q?: string | undefined;
}

/** Adds keywords with their panels. If one already exists, the whole batch fails as a duplicate. */
export async function insertKeywords(
  tx: Transaction,
  workspaceId: string,
  { keywords, reading, now }: { keywords: NewKeyword[]; reading: number; now: Date },
): Promise<Keyword[]> {
  const rows = keywords.map((keyword) => ({ ...keyword, keywordId: makeId('kw') }));
  const inserted = await tx.records<Keyword>(
    sql`insert into keywords (workspace_id, keyword_id, keyword, identity, tags, country, language, reading, created_at, updated_at)
        select ${workspaceId}, k.id, k.keyword, k.identity,
               array(select jsonb_array_elements_text(k.tags)), k.country, k.language, ${reading}, ${now}, ${now}
        from unnest(${rows.map((row) => row.keywordId)}::text[], ${rows.map((row) => row.keyword)}::text[],
                    ${rows.map(identityOf)}::text[], ${rows.map((row) => JSON.stringify(row.tags))}::jsonb[],
                    ${rows.map((row) => row.country ?? null)}::text[], ${rows.map((row) => row.language ?? null)}::text[])
             with ordinality as k (id, keyword, identity, tags, country, language, place)
        order by k.place
        returning ${columns}`,
  );
  const prompts = rows.flatMap((row) => row.prompts.map((text, place) => ({ keywordId: row.keywordId, text, place })));
  await insertPrompts(tx, workspaceId, prompts);
  const changes = rows.map(({ tags }) => ({ after: { tags, platforms: [] } }));
  await tx.query(
    sql`${withCounts(workspaceId, changes)}
        update list_totals
        set keywords = keywords + ${rows.length},
            version = version + 1
        where workspace_id = ${workspaceId}`,
  );
  return inserted;
}

export async function listKeywords(
  db: Db,
  workspaceId: string,
  { filter, page }: { filter: KeywordFilter; page: Page },
): Promise<{ keywords: Keyword[]; total: number }> {
  const [keywords, [count]] = await Promise.all([
    readKeywords(db, workspaceId, { filter, page }),
    db.query<{ total: number }>(totalOf(workspaceId, filter)),
  ]);
  return { keywords, total: count?.total ?? 0 };
}

/** The number of keywords that match, as `total`. */
export function totalOf(workspaceId: string, filter: KeywordMatch): Sql {
  return (
    keptTotal(workspaceId, filter, 'keywords') ??
    sql`select count(*) as total
        from keywords k
        where k.workspace_id = ${workspaceId} ${matchingKeywords(filter)}`
  );
}

/** All of them, in the same order. */
export function walkKeywords(db: Db, workspaceId: string, filter: KeywordFilter): AsyncGenerator<Keyword[]> {
  return everyBatch(
    (page) => readKeywords(db, workspaceId, { filter, page }),
    ({ createdAt, keywordId }) => ({ at: createdAt, id: keywordId }),
  );
}

function readKeywords(
  db: Db,
  workspaceId: string,
  { filter, page }: { filter: KeywordFilter; page: Page },
): Promise<Keyword[]> {
  return db.records<Keyword>(
    sql`select ${columns}
        from keywords k
        where k.workspace_id = ${workspaceId} ${matchingKeywords(filter)}
          ${newerThan(page, sql`created_at`, sql`keyword_id`)}
        order by created_at, keyword_id
        ${limitTo(page)}`,
  );
}

export function findKeyword(db: Db, workspaceId: string, keywordId: string): Promise<Keyword | undefined> {
  return db.record<Keyword>(
    sql`select ${columns}
        from keywords
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}`,
  );
}

export interface KeywordChange {
  status: 'active' | 'paused' | undefined;
  tags: string[] | undefined;
  now: Date;
}

export async function updateKeyword(
  tx: Transaction,
  workspaceId: string,
  { keywordId, change }: { keywordId: string; change: KeywordChange },
): Promise<Keyword | undefined> {
  const { status, tags, now } = change;
  const [found] = await tx.records<Counted>(
    sql`select tags, platforms
        from keywords
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
        for no key update`,
  );
  const [keyword] = await tx.records<Keyword>(
    sql`update keywords
        set status = coalesce(${status ?? null}, status),
            tags = coalesce(${tags ?? null}::text[], tags),
            updated_at = ${now}
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
        returning ${columns}`,
  );
  if (!found || !keyword) return undefined;
  await tx.query(
    sql`update visibility
        set tags = coalesce(${tags ?? null}::text[], tags)
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}`,
  );
  const changed = { before: found, after: { ...found, tags: keyword.tags } };
  await tx.query(
    sql`${withCounts(workspaceId, [changed])}
        update list_totals set version = version + 1 where workspace_id = ${workspaceId}`,
  );
  return keyword;
}

/**
 * Replaces the panel. A text that the keyword already has keeps its id, so that its answers stay comparable. Removed
 * prompts keep their answers but are no longer asked.
 */
export async function replacePanel(
  tx: Transaction,
  workspaceId: string,
  { keywordId, prompts, now }: { keywordId: string; prompts: string[]; now: Date },
): Promise<void> {
  const asked = await tx.query<{ text: string }>(
    sql`select text from prompts
        where workspace_id = ${workspaceId} and keyword_id = ${keywordId} and retired_at is null`,
  );
  const old = asked.map(({ text }) => text);
  const added = prompts.filter((text) => !old.includes(text)).length;
  const removed = old.filter((text) => !prompts.includes(text)).length;
  await addPanelChange(tx, workspaceId, { keywordId, day: dayOf(now), change: `${added} added, ${removed} removed` });
  const wanted = prompts.map((text, place) => ({ keywordId, text, place }));
  const known = await findPrompts(tx, workspaceId, wanted);
  const kept = wanted.flatMap((prompt) => known.get(promptName(prompt)) ?? []);
  await tx.query(
    sql`update prompts p
        set retired_at = case when k.prompt_id is null then ${now}::timestamptz end,
            place = coalesce(k.place, p.place)
        from prompts mine
        left join unnest(${kept}::text[], ${wanted.filter((one) => known.has(promptName(one))).map(({ place }) => place)}::integer[])
               as k (prompt_id, place) using (prompt_id)
        where mine.workspace_id = ${workspaceId}
          and mine.keyword_id = ${keywordId}
          and (mine.retired_at is null or k.prompt_id is not null)
          and p.workspace_id = mine.workspace_id
          and p.prompt_id = mine.prompt_id`,
  );
  await insertPrompts(
    tx,
    workspaceId,
    wanted.filter((prompt) => !known.has(promptName(prompt))),
  );
}

/** Deletes a keyword with its panel, record and questions. */
export async function deleteKeyword(tx: Transaction, workspaceId: string, keywordId: string): Promise<boolean> {
  const [record] = await tx.query(
    sql`delete from visibility where workspace_id = ${workspaceId} and keyword_id = ${keywordId} returning keyword_id`,
  );
  const [keyword] = await tx.records<Counted>(
    sql`delete from keywords where workspace_id = ${workspaceId} and keyword_id = ${keywordId} returning tags, platforms`,
  );
  if (!keyword) return false;
  await tx.query(
    sql`${withCounts(workspaceId, [{ before: keyword }])}
        update list_totals
        set keywords = keywords - 1,
            measured = measured - ${record ? 1 : 0},
            version = version + 1
        where workspace_id = ${workspaceId}`,
  );
  return true;
}

/** The text and the reading of every keyword, by id. */
export async function keywordNames(
  db: Db | Transaction,
  workspaceId: string,
): Promise<Map<string, { keyword: string; reading: number }>> {
  const rows = await db.records<{ keywordId: string; keyword: string; reading: number }>(
    sql`select keyword_id, keyword, reading
        from keywords
        where workspace_id = ${workspaceId}
        order by keyword_id`,
  );
  return new Map(rows.map(({ keywordId, ...row }) => [keywordId, row]));
}

/** Keywords by id, and by lowercase text. The same text can be tracked in several markets. */
export function findKeywords(
  db: Db,
  workspaceId: string,
  { ids, words }: { ids: string[]; words: string[] },
): Promise<KeywordPlace[]> {
  return db.records<KeywordPlace>(
    sql`select keyword_id, identity::jsonb ->> 0 as words, reading
        from keywords
        where workspace_id = ${workspaceId}
          and (keyword_id = any(${ids}) or identity::jsonb ->> 0 = any(${words}))
        order by keyword_id`,
  );
}

/** The keywords whose panel has, or had, one of these prompts. */
export function findKeywordsByPrompt(
  db: Db,
  workspaceId: string,
  prompts: string[],
): Promise<(KeywordPlace & { prompt: string })[]> {
  if (prompts.length === 0) return Promise.resolve([]);
  return db.records(
    sql`select k.keyword_id, k.identity::jsonb ->> 0 as words, k.reading, p.text as prompt
        from prompts p
        join keywords k on k.workspace_id = p.workspace_id and k.keyword_id = p.keyword_id
        where p.workspace_id = ${workspaceId}
          and p.text = any(${prompts})
        order by k.keyword_id`,
  );
}

export interface KeywordPlace {
  keywordId: string;
  words: string;
  reading: number;
}

/** Publishes the keyword's numbers of this reading from now on. */
export async function setKeywordReading(
  tx: Transaction,
  workspaceId: string,
  { keywordId, reading }: { keywordId: string; reading: number },
): Promise<void> {
  await tx.query(
    sql`update keywords
        set reading = ${reading}
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}`,
  );
}

/** The panels of all active keywords. */
export function activePanels(db: Db | Transaction, workspaceId: string, keywordIds?: string[]): Promise<PanelPrompt[]> {
  const only = keywordIds ? sql`and k.keyword_id = any(${keywordIds})` : empty;
  return db.records<PanelPrompt>(
    sql`select k.keyword_id, p.prompt_id, p.place, p.text
        from keywords k
        join prompts p on p.workspace_id = ${workspaceId} and p.keyword_id = k.keyword_id
        where k.workspace_id = ${workspaceId}
          and k.status = 'active'
          and p.retired_at is null
          ${only}
        order by k.keyword_id, p.place`,
  );
}

/** A prompt's text, country and language. */
interface PromptText {
  text: string;
  keyword: string;
  country: string | undefined;
  language: string | undefined;
}

export async function promptTexts(db: Db, workspaceId: string, promptIds: string[]): Promise<Map<string, PromptText>> {
  const rows = await db.records<PromptText & { promptId: string }>(
    sql`select p.prompt_id, p.text, k.keyword, k.country, k.language
        from prompts p
        join keywords k on k.workspace_id = ${workspaceId} and k.keyword_id = p.keyword_id
        where p.workspace_id = ${workspaceId}
          and p.prompt_id = any(${promptIds})`,
  );
  return new Map(rows.map(({ promptId, ...prompt }) => [promptId, prompt]));
}

export interface PanelPrompt {
  keywordId: string;
  promptId: string;
  place: number;
  text: string;
}

async function insertPrompts(
  tx: Transaction,
  workspaceId: string,
  prompts: { keywordId: string; text: string; place: number }[],
): Promise<void> {
  await tx.query(
    sql`insert into prompts (workspace_id, prompt_id, keyword_id, number, place, text)
        select ${workspaceId}, p.id, p.keyword_id,
               coalesce(last.number, 0) + row_number() over (partition by p.keyword_id order by p.place), p.place, p.text
        from unnest(${prompts.map(() => makeId('prm'))}::text[], ${prompts.map((prompt) => prompt.keywordId)}::text[],
                    ${prompts.map((prompt) => prompt.place)}::integer[], ${prompts.map((prompt) => prompt.text)}::text[])
             as p (id, keyword_id, place, text)
        left join (
          select keyword_id, max(number) as number
          from prompts
          where workspace_id = ${workspaceId}
            and keyword_id = any(${[...new Set(prompts.map(({ keywordId }) => keywordId))]})
          group by keyword_id
        ) last using (keyword_id)`,
  );
}

/** The same text in the same market is the same keyword, regardless of spacing or capitalization. */
export function identityOf({
  keyword,
  country,
  language,
}: Pick<NewKeyword, 'keyword' | 'country' | 'language'>): string {
  return JSON.stringify([keyword.toLowerCase(), country?.toUpperCase() ?? '', language?.toLowerCase() ?? '']);
}

const columns = sql`keyword_id, keyword, status, tags, country, language, created_at, updated_at`;
