import { type Db, sql } from '../db.ts';
import { partitionOf } from '../system/partitions.ts';
import { type DueMonth, dueMonths } from './due-months.ts';
import type { LimitedWorkspace, Limits } from './limits.ts';
import { removedAt, removedMonths } from './removed-months.ts';

const SAMPLE = 200;

/** About how many bytes a workspace's limits free, from a sample of each month that they would remove. */
export async function estimateFreed(db: Db, workspace: LimitedWorkspace, installation: Limits): Promise<number> {
  const removed = await removedMonths(db, workspace.workspaceId);
  let bytes = 0;
  for (const due of await dueMonths(db, workspace, installation)) {
    const { answers, rawBytes, textBytes, findingBytes } = await sampleMonth(db, due);
    const isGone = (level: DueMonth['level']) => removedAt(removed.get(due.month), level) !== undefined;
    const perAnswer =
      (isGone('raw') ? 0 : rawBytes) +
      (due.level === 'raw' || isGone('texts') ? 0 : textBytes) +
      (due.level === 'findings' ? findingBytes : 0);
    bytes += answers * perAnswer;
  }
  return Math.round(bytes);
}

interface Sample {
  answers: number;
  /** On average per answer. */
  rawBytes: number;
  textBytes: number;
  findingBytes: number;
}

/** Findings have several indexes, so their rows are weighted by the size of the partition with and without them. */
async function sampleMonth(db: Db, { workspaceId, month }: DueMonth): Promise<Sample> {
  const weight = (table: string) => {
    const partition = partitionOf(table, month);
    return sql`(pg_total_relation_size(${partition}::regclass)::float8 / greatest(pg_relation_size(${partition}::regclass), 1))`;
  };
  const [row] = await db.records<Sample>(
    sql`with sampled as materialized (
          select asked_at, answer_id, coalesce(pg_column_size(raw), 0) as raw_bytes,
                 pg_column_size(text) + pg_column_size(cited) + pg_column_size(retrieved) as text_bytes
          from answers
          where workspace_id = ${workspaceId}
            and asked_at >= ${month}::date::timestamptz
            and asked_at < (${month}::date + interval '1 month')::timestamptz
            and status = 'valid'
          limit ${SAMPLE}
        )
        select coalesce((
                 select sum(valid)
                 from workspace_days
                 where workspace_id = ${workspaceId}
                   and day >= ${month}::date
                   and day < ${month}::date + interval '1 month'
               ), 0)::float8 as answers,
               coalesce(avg(raw_bytes), 0)::float8 as raw_bytes,
               coalesce(avg(text_bytes), 0)::float8 as text_bytes,
               coalesce((avg(m.bytes) * ${weight('mentions')} + avg(c.bytes) * ${weight('citations')}), 0)::float8 as finding_bytes
        from sampled s
        cross join lateral (
          select coalesce(sum(pg_column_size(m.*)), 0) as bytes
          from mentions m
          where m.workspace_id = ${workspaceId}
            and m.detected_at = s.asked_at
            and m.answer_id = s.answer_id
        ) m
        cross join lateral (
          select coalesce(sum(pg_column_size(c.*)), 0) as bytes
          from citations c
          where c.workspace_id = ${workspaceId}
            and c.detected_at = s.asked_at
            and c.answer_id = s.answer_id
        ) c`,
  );
  return row ?? { answers: 0, rawBytes: 0, textBytes: 0, findingBytes: 0 };
}
