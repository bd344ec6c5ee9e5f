import { type Db, sql } from './db.ts';

export interface QueueState {
  queue: 'questions' | 'deliveries';
  due: number;
  oldestSeconds: number;
}

/** How much is due and has not been done, and since when. */
export async function queueState(db: Db): Promise<QueueState[]> {
  return db.query<QueueState>(
    sql`select 'questions' as queue, count(*)::integer as due,
               coalesce(extract(epoch from now() - min(due_at)), 0)::double precision as "oldestSeconds"
        from questions
        where done_at is null
          and due_at <= now()
        union all
        select 'deliveries', count(*)::integer,
               coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::double precision
        from deliveries
        where status = 'pending'
          and next_attempt_at <= now()`,
  );
}
