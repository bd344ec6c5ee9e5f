import { csvLine } from '../../../server/src/base/csv.ts';
import { own } from '../../../server/src/base/own.ts';
import { fetchRows, type KeywordRow, type KeywordRowView, ROWS_A_PAGE } from '../api/keywords.ts';
import type { Mode } from '../base/mode.ts';
import { listPlatforms } from '../base/platforms.ts';

/** Loads the filtered keywords page by page into one file. */
export async function exportCsv(
  mode: Mode,
  view: KeywordRowView,
  { onProgress, signal }: { onProgress: (done: number, total: number) => void; signal: AbortSignal },
): Promise<Blob> {
  const rows: KeywordRow[] = [];
  for (let page = 1; ; page++) {
    const { data, meta } = await fetchRows(mode, view, { page, signal });
    rows.push(...data);
    onProgress(rows.length, meta.total);
    if (data.length < ROWS_A_PAGE) break;
  }
  // Excel needs a byte order mark to detect UTF-8.
  return new Blob(['\uFEFF', toCsv(rows)], { type: 'text/csv;charset=utf-8' });
}

function toCsv(rows: KeywordRow[]): string {
  const platforms = listPlatforms(rows.flatMap(({ record }) => record ?? []));
  const head = [
    'keyword',
    'tags',
    'country',
    'language',
    'status',
    'visibility_score',
    'interval_low',
    'interval_high',
    ...[
      'sample_size',
      ...platforms,
      'previous_score',
      'change_points',
      'significant',
      'mentions',
      'citations',
      'updated_at',
      'keyword_id',
    ],
  ];
  return [head, ...rows.map((row) => cellsOf(row, platforms))].map(csvLine).join('');
}

function cellsOf(row: KeywordRow, platforms: string[]): (string | number | null | undefined)[] {
  const { record } = row;
  const { previous_score: previous, points, significant } = record?.change ?? {};
  return [
    ...[row.keyword, row.tags.join('; '), row.country, row.language, row.status, record?.visibility_score],
    ...[record?.interval[0], record?.interval[1], record?.sample_size],
    ...platforms.map((platform) => own(record?.platforms, platform)),
    ...[previous, points, significant == null ? undefined : String(significant)],
    ...[record?.mentions, record?.citations, record?.updated_at, row.keyword_id],
  ];
}
