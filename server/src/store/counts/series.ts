import { type Db, sql, type Transaction } from '../db.ts';

/** The window in which each series last changed significantly. Series without a change are left out. */
export async function changedWindows(db: Db | Transaction, workspaceId: string): Promise<Map<string, number>> {
  const rows = await db.records<{ keywordId: string; platform: string; brandId: string; changedWindow: number }>(
    sql`select keyword_id, platform, brand_id, changed_window
        from series
        where workspace_id = ${workspaceId}`,
  );
  return new Map(rows.map((row) => [seriesName(row.keywordId, row.platform, row.brandId), row.changedWindow]));
}

/** The same for one keyword. */
export async function changedWindowsOf(db: Db, workspaceId: string, keywordId: string): Promise<Map<string, number>> {
  const rows = await db.records<{ platform: string; brandId: string; changedWindow: number }>(
    sql`select platform, brand_id, changed_window
        from series
        where workspace_id = ${workspaceId}
          and keyword_id = ${keywordId}`,
  );
  return new Map(rows.map((row) => [seriesName(keywordId, row.platform, row.brandId), row.changedWindow]));
}

export async function saveChangedWindows(
  tx: Transaction,
  workspaceId: string,
  { window, series }: { window: number; series: { keywordId: string; platform: string; brandId: string }[] },
): Promise<void> {
  await tx.query(
    sql`insert into series (workspace_id, keyword_id, platform, brand_id, changed_window)
        select ${workspaceId}, s.keyword_id, s.platform, s.brand_id, ${window}
        from unnest(${series.map((one) => one.keywordId)}::text[], ${series.map((one) => one.platform)}::text[],
                    ${series.map((one) => one.brandId)}::text[]) as s (keyword_id, platform, brand_id)
        on conflict (workspace_id, keyword_id, platform, brand_id) do update
        set changed_window = excluded.changed_window`,
  );
}

export function seriesName(keywordId: string, platform: string, brandId: string): string {
  return `${keywordId} ${platform} ${brandId}`;
}
