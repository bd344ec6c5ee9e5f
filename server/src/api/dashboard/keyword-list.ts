import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { check } from '../../base/problems.ts';
import { tidied } from '../../base/tidy.ts';
import { withChanges } from '../../insight/scored-rows.ts';
import type { MeasureDeps } from '../../measure/ask.ts';
import { findKeyword, type NewKeyword } from '../../store/keywords/keywords.ts';
import {
  countKeywordStates,
  type KeywordRowFilter,
  keywordIdsMatching,
  keywordTags,
  listKeywordRows,
} from '../../store/keywords/rows.ts';
import { VISIBILITY_SORTS, type VisibilitySort } from '../../store/keywords/visibility-list.ts';
import { changeKeyword, removeKeyword } from '../../subject/change-keyword.ts';
import { importKeywords } from '../../subject/import-keywords.ts';
import { type Route, route } from '../route.ts';
import { keywordInput, settingOf, toNewKeyword } from '../v1/keywords.ts';
import { metaOf, pageQuery } from '../v1/paging.ts';
import { visibleText } from '../v1/text-fields.ts';
import { toWire } from '../wire.ts';
import { declared } from './contract/contract.ts';

const MOST_TAGS = 500;
const MOST_IDS = 100_000;
const MOST_PER_REQUEST = 200;
const IMPORT_BYTES = 2 * 1024 * 1024;

const filterQuery = {
  q: tidied.optional(),
  tag: tidied.optional(),
  platform: z.string().optional(),
  status: z.enum(['active', 'paused']).optional(),
};

export const rowQuery = z.object({
  ...pageQuery,
  ...filterQuery,
  sort: z.enum(VISIBILITY_SORTS.flatMap((name) => [name, `-${name}`] as const)).default('keyword'),
});

/** The keyword list and its bulk actions. Includes paused keywords and those without scores. */
export function keywordListRoutes(deps: MeasureDeps): Route[] {
  const { db } = deps;
  return [
    route({
      ...declared('GET /:mode/keyword-rows'),
      scope: 'read',
      query: rowQuery,
      async handle({ caller, query: { page, per_page: perPage, sort, ...filter } }) {
        const { rows, total } = await listKeywordRows(db, caller.workspaceId, {
          filter: filterOf(filter),
          sort: { by: sort.replace('-', '') as VisibilitySort, descending: sort.startsWith('-') },
          page: { page, perPage },
        });
        const data = await withChanges(deps, caller.workspaceId, rows);
        return { body: { data: data.map(toWire), meta: metaOf({ page, perPage, total }) } };
      },
    }),
    route({
      ...declared('GET /:mode/keyword-ids'),
      scope: 'read',
      query: z.object(filterQuery),
      async handle({ caller, query }) {
        const filter = filterOf(query);
        const ids = await keywordIdsMatching(db, caller.workspaceId, { filter, limit: MOST_IDS });
        return { body: { keyword_ids: ids } };
      },
    }),
    route({
      ...declared('GET /:mode/keyword-tags'),
      scope: 'read',
      async handle({ caller }) {
        const tags = await keywordTags(db, caller.workspaceId, MOST_TAGS);
        return { body: { tags, ...(await countKeywordStates(db, caller.workspaceId)) } };
      },
    }),
    importRoute(deps),
    actionRoute(deps),
  ];
}

function filterOf({ q, tag, platform, status }: Partial<KeywordRowFilter>): KeywordRowFilter {
  return { q: q || undefined, tag: tag || undefined, platform: platform || undefined, status };
}

/** Validates line by line. Invalid lines are reported with their line number and do not block the others. */
function importRoute(deps: MeasureDeps): Route {
  return route({
    ...declared('POST /:mode/keyword-imports'),
    scope: 'write',
    body: z.strictObject({
      keywords: z.array(z.unknown()).min(1).max(1000),
      status: z.enum(['active', 'paused']).default('active'),
    }),
    bodyLimit: IMPORT_BYTES,
    async handle({ caller, body }) {
      const { brandNames } = await settingOf(deps, caller.workspaceId);
      const lines = body.keywords.map((one) => readLine(one, brandNames));
      const good = lines.flatMap(({ keyword }, place) => (keyword ? [{ place, keyword }] : []));
      const imported = await deps.db.transaction((tx) =>
        importKeywords(tx, deps, {
          workspaceId: caller.workspaceId,
          keywords: good.map(({ keyword }) => keyword),
          status: body.status,
        }),
      );
      const refused = lines.flatMap(({ detail }, place) => (detail === undefined ? [] : [{ place, detail }]));
      const duplicates = imported.duplicates.map((index) => good[index]?.place ?? 0);
      return { body: { added: imported.keywordIds.length, duplicates, refused } };
    },
  });
}

function readLine(value: unknown, brandNames: string[]): { keyword?: NewKeyword; detail?: string } {
  const checked = check(keywordInput, value, { name: 'keyword' });
  if (checked.problems !== undefined) return { detail: checked.detail };
  const { keyword } = checked.value;
  if (keyword.includes('\0') || !keyword.isWellFormed()) return { detail: 'keyword: must not contain broken Unicode' };
  try {
    return { keyword: toNewKeyword(checked.value, brandNames) };
  } catch (error) {
    if (error instanceof ApiError) return { detail: error.message };
    throw error;
  }
}

const action = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['pause', 'resume', 'delete']), keyword_ids: idList() }),
  z.strictObject({ action: z.enum(['add_tag', 'remove_tag']), tag: visibleText(50), keyword_ids: idList() }),
]);

function idList() {
  return z.array(z.string().max(100)).min(1).max(MOST_PER_REQUEST);
}

function actionRoute(deps: MeasureDeps): Route {
  return route({
    ...declared('POST /:mode/keyword-actions'),
    scope: 'write',
    body: action,
    async handle({ caller, body }) {
      let changed = 0;
      // One transaction per keyword. Keywords deleted in the meantime are skipped.
      for (const keywordId of new Set(body.keyword_ids)) {
        if (await actOn(deps, { workspaceId: caller.workspaceId, keywordId, input: body })) changed++;
      }
      return { body: { changed } };
    },
  });
}

interface Act {
  workspaceId: string;
  keywordId: string;
  input: z.output<typeof action>;
}

const MOST_TAGS_OF_ONE = 20;

async function actOn(deps: MeasureDeps, { workspaceId, keywordId, input }: Act): Promise<boolean> {
  if (input.action === 'delete') return removeKeyword(deps, workspaceId, keywordId);
  const keyword = await findKeyword(deps.db, workspaceId, keywordId);
  if (!keyword) return false;
  const { workspace } = await settingOf(deps, workspaceId);
  const nothing = { status: undefined, tags: undefined, prompts: undefined };
  if (input.action === 'add_tag' || input.action === 'remove_tag') {
    const others = keyword.tags.filter((tag) => tag !== input.tag);
    const tags = input.action === 'add_tag' ? [...others, input.tag] : others;
    if (tags.length === keyword.tags.length) return false;
    if (tags.length > MOST_TAGS_OF_ONE) {
      throw new ApiError(422, `"${keyword.keyword}" already has ${MOST_TAGS_OF_ONE} tags. Remove one first`);
    }
    await changeKeyword(deps, workspace, { keywordId, changes: { ...nothing, tags } });
    return true;
  }
  const status = input.action === 'pause' ? 'paused' : 'active';
  if (keyword.status === status) return false;
  await changeKeyword(deps, workspace, { keywordId, changes: { ...nothing, status } });
  return true;
}
