import { empty, type Sql, sql } from '../db.ts';

/** What a keyword is counted by. It is measured if it has a record, which has at least one platform. */
export interface Counted {
  tags: string[];
  platforms: string[];
}

export interface CountChange {
  before?: Counted;
  after?: Counted;
}

/**
 * Adds changes of keywords to the kept counts, as the first part of the statement that changes the workspace's row in
 * `list_totals`. That row is locked first, so that two transactions never wait for each other's counts.
 */
export function withCounts(workspaceId: string, changes: CountChange[]): Sql {
  const rows = tally(changes);
  if (rows.length === 0) return empty;
  return sql`
    with counted as (
      insert into list_counts as c (workspace_id, kind, value, keywords, measured)
      select ${workspaceId}, *
      from unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ value }) => value)}::text[],
                  ${rows.map(({ keywords }) => keywords)}::integer[], ${rows.map(({ measured }) => measured)}::integer[])
      order by 2, 3
      on conflict (workspace_id, kind, value) do update
      set keywords = c.keywords + excluded.keywords,
          measured = c.measured + excluded.measured
    )`;
}

interface Tally {
  kind: 'tag' | 'platform';
  value: string;
  keywords: number;
  measured: number;
}

function tally(changes: CountChange[]): Tally[] {
  const rows = new Map<string, Tally>();
  const add = (counted: Counted | undefined, sign: 1 | -1) => {
    if (!counted) return;
    const measured = counted.platforms.length > 0 ? sign : 0;
    for (const [kind, values] of [
      ['tag', counted.tags],
      ['platform', counted.platforms],
    ] as const) {
      for (const value of new Set(values)) {
        const row = rows.get(`${kind} ${value}`) ?? { kind, value, keywords: 0, measured: 0 };
        row.keywords += sign;
        row.measured += measured;
        rows.set(`${kind} ${value}`, row);
      }
    }
  };
  for (const { before, after } of changes) {
    add(before, -1);
    add(after, 1);
  }
  return [...rows.values()].filter(({ keywords, measured }) => keywords !== 0 || measured !== 0);
}
