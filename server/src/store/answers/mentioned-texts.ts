import { type Db, sql } from '../db.ts';
import { OWN_BRAND } from '../workspaces/readings.ts';
import { type MentionFilter, matchingMentions } from './mentions.ts';

/** The text of an answer that mentions a brand, with the places of all brands in it. */
export interface MentionedText {
  answerId: string;
  platform: string;
  detectedAt: Date;
  text: string;
  brands: { brandId: string; spans: [start: number, end: number][] }[];
}

/** The newest answers that mention a brand and still have their text. */
export function newestMentioned(
  db: Db,
  workspaceId: string,
  about: { filter: MentionFilter; brandId?: string | undefined; limit: number; mostCharacters: number },
): Promise<MentionedText[]> {
  const { filter, brandId = OWN_BRAND, limit, mostCharacters } = about;
  return db.records<MentionedText>(
    sql`select answer_id, platform, detected_at, text, brands
        from (
          select m.answer_id, m.platform, m.detected_at, a.text,
                 sum(length(a.text)) over (order by m.detected_at desc, m.answer_id desc) as characters,
                 (select json_agg(json_build_object('brandId', o.brand_id, 'spans', o.spans))
                  from mentions o
                  where o.workspace_id = ${workspaceId}
                    and o.keyword_id = m.keyword_id
                    and o.detected_at = m.detected_at
                    and o.answer_id = m.answer_id) as brands
          from (
            select *
            from mentions
            ${matchingMentions(workspaceId, { ...filter, brandId })}
            order by detected_at desc, mention_id desc
            limit ${limit}
          ) m
          join answers a
            on a.workspace_id = ${workspaceId}
           and a.asked_at = m.detected_at
           and a.answer_id = m.answer_id
          where a.text <> ''
        ) mentioned
        where characters <= ${mostCharacters}
        order by detected_at desc, answer_id desc`,
  );
}
