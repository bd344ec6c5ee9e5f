import { type Db, sql } from './db.ts';

export interface QueueState {
  queue: 'questions' | 'deliveries';
  due: number;
  oldestSeconds: number;
}

/** How much is due and has not been done, and since when. A sandbox's questions are left out: its time jumps. */
export async function queueState(db: Db): Promise<QueueState[]> {
  return db.query<QueueState>(
    sql`select 'questions' as queue, count(*)::integer as due,
               coalesce(extract(epoch from now() - min(q.due_at)), 0)::double precision as "oldestSeconds"
        from questions q
        join workspaces w using (workspace_id)
        where q.done_at is null
          and q.due_at <= now()
          and w.mode = 'live'
        union all
        select 'deliveries', count(*)::integer,
               coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::double precision
        from deliveries
        where status = 'pending'
          and next_attempt_at <= now()`,
  );
}
