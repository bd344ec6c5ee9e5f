import { ApiError } from '../base/errors.ts';
import type { Db } from '../store/db.ts';
import { keywordsNamed } from '../store/keywords/rows.ts';
import type { RouteTool } from './tools.ts';

type Json = Record<string, unknown>;

/** Replaces the text of a keyword by its id, because assistants know the text. */
export async function withKeywordIds(
  db: Db,
  workspaceId: string,
  { tool, args }: { tool: RouteTool; args: Json },
): Promise<Json> {
  const isNew = tool.parts.some(({ places }) => places.has('keyword'));
  const { keyword, ...others } = args;
  const given = isNew || keyword === undefined ? args : { keyword_id: keyword, ...others };
  const idOf = (value: unknown) => (typeof value === 'string' ? findId(db, workspaceId, value) : value);
  const { keyword_id, keyword_ids } = given;
  return {
    ...given,
    ...(keyword_id !== undefined && { keyword_id: await idOf(keyword_id) }),
    ...(Array.isArray(keyword_ids) && { keyword_ids: await Promise.all(keyword_ids.map(idOf)) }),
  };
}

async function findId(db: Db, workspaceId: string, value: string): Promise<string> {
  if (/^kw_\w{26}$/.test(value)) return value;
  // PostgreSQL stores no such text.
  const isStorable = !value.includes('\0') && value.isWellFormed();
  const [found, ...others] = isStorable ? await keywordsNamed(db, workspaceId, value) : [];
  if (!found) throw new ApiError(404, `Keyword "${value}" not found. See list_keywords.`);
  if (others.length === 0) return found.keywordId;
  const ids = [found, ...others].map(
    ({ keywordId, country, language }) => `${keywordId} (${country ?? 'any country'}, ${language ?? 'any language'})`,
  );
  throw new ApiError(422, `"${value}" is tracked in several markets. Pass one of these ids: ${ids.join(', ')}`);
}
