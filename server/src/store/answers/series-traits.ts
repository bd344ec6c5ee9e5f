import { dayOf } from '../../base/time.ts';
import type { TraitDay } from '../../score/breaks.ts';
import { type Db, sql, type Transaction } from '../db.ts';
import { rowSet } from '../row-set.ts';
import type { DayRange } from '../time-range.ts';
import type { AnswerRow } from './answers.ts';

/** What each answer was made with, per day. Rows that exist are left alone, so that writers do not wait. */
export async function addTraits(tx: Transaction, workspaceId: string, answers: AnswerRow[]): Promise<void> {
  const rows = new Map<string, TraitDay>();
  for (const answer of distinct(answers)) {
    for (const one of traitsOf(answer)) rows.set(Object.values(one).join(' '), one);
  }
  if (rows.size === 0) return;
  await tx.query(
    sql`insert into series_traits (workspace_id, platform, day, trait, value)
        select ${workspaceId}, t.*
        from ${rowSet('t', [...rows.values()], { platform: 'text', day: 'date', trait: 'text', value: 'text' })}
        order by 2, 3, 4, 5
        on conflict do nothing`,
  );
}

/** One answer for all that were made alike on a day. */
function distinct(answers: AnswerRow[]): Iterable<AnswerRow> {
  const found = new Map<string, AnswerRow>();
  for (const answer of answers) {
    const { platform, askedAt, model, requestedModel, adapter, status } = answer;
    if (status !== 'failed') found.set(`${platform} ${dayOf(askedAt)} ${model} ${requestedModel} ${adapter}`, answer);
  }
  return found.values();
}

function traitsOf({ platform, askedAt, model, requestedModel, adapter }: AnswerRow): TraitDay[] {
  const about = { platform, day: dayOf(askedAt) };
  const traits = { requested_model: requestedModel, adapter_version: adapter, model };
  return Object.entries(traits).flatMap(([trait, value]) =>
    value ? [{ ...about, trait: trait as TraitDay['trait'], value }] : [],
  );
}

/** What the platforms' answers were made with, by day. */
export function platformTraits(db: Db, workspaceId: string, { since, until }: DayRange): Promise<TraitDay[]> {
  return db.records<TraitDay>(
    sql`select platform, day, trait, value
        from series_traits
        where workspace_id = ${workspaceId}
          and keyword_id = ''
          and day >= ${since}
          and day <= ${until}`,
  );
}

export async function addPanelChange(
  tx: Transaction,
  workspaceId: string,
  { keywordId, day, change }: { keywordId: string; day: string; change: string },
): Promise<void> {
  await tx.query(
    sql`insert into series_traits (workspace_id, keyword_id, day, trait, value)
        values (${workspaceId}, ${keywordId}, ${day}, 'panel', ${change})
        on conflict do nothing`,
  );
}

/** When a keyword's prompts were changed, and how. */
export function panelChanges(
  db: Db,
  workspaceId: string,
  { keywordId, since, until }: DayRange & { keywordId: string },
): Promise<{ day: string; change: string }[]> {
  return db.records<{ day: string; change: string }>(
    sql`select day, value as change
        from series_traits
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}
          and trait = 'panel'
          and day >= ${since}
          and day <= ${until}
        order by day, value`,
  );
}
