import { type Db, sql } from '../db.ts';

export interface OnlyMentioning {
  keywordId: string;
  /** Empty: all platforms. */
  platform: string;
  fromDay: string;
  toDay: string;
  brandId: string;
  /** The brand that is not mentioned. */
  without: string;
  limit: number;
}

/** For each query, the newest answers that mention one brand and not the other. */
export async function onlyMentioning(db: Db, workspaceId: string, queries: OnlyMentioning[]): Promise<string[][]> {
  if (queries.length === 0) return [];
  const of = (field: keyof OnlyMentioning) => queries.map((query) => query[field]);
  const rows = await db.records<{ answerIds: string[] }>(
    sql`select array(
                 select m.answer_id
                 from mentions m
                 where m.workspace_id = ${workspaceId}
                   and m.keyword_id = q.keyword_id
                   and m.detected_at >= q.from_day
                   and m.detected_at < q.to_day + 1
                   and m.brand_id = q.brand_id
                   and q.platform in ('', m.platform)
                   and not exists (
                     select from mentions o
                     where o.workspace_id = ${workspaceId}
                       and o.keyword_id = q.keyword_id
                       and o.detected_at = m.detected_at
                       and o.answer_id = m.answer_id
                       and o.brand_id = q.without)
                 order by m.detected_at desc, m.answer_id desc
                 limit q.most) as answer_ids
        from unnest(${of('keywordId')}::text[], ${of('platform')}::text[], ${of('fromDay')}::date[],
                    ${of('toDay')}::date[], ${of('brandId')}::text[], ${of('without')}::text[],
                    ${of('limit')}::integer[])
          with ordinality as q (keyword_id, platform, from_day, to_day, brand_id, without, most, place)
        order by q.place`,
  );
  return rows.map(({ answerIds }) => answerIds);
}
