import type { Content } from 'pdfmake/interfaces.js';
import { platformName } from '../../collect/platform-name.ts';
import type { ReportContent } from '../content.ts';
import { countText } from '../wording.ts';
import { headCells, plainTable, trendCell } from './tables.ts';
import type { Typesetter } from './typesetter.ts';

/** Two pages. CSV and JSON reports contain all keywords. */
const MOST_KEYWORDS = 60;
const MOST_PLATFORMS = 5;

export function keywordSection({ keywords, platforms }: ReportContent, typeset: Typesetter): Content {
  if (keywords.length === 0) return [];
  const shown = keywords.slice(0, MOST_KEYWORDS);
  const columns = platforms.slice(0, MOST_PLATFORMS).map(({ platform }) => platform);
  const rows = shown.map((one) => [
    { text: typeset(one.keyword, { instead: one.keyword_id }) },
    { text: `${one.visibility_score}`, bold: true, alignment: 'right' as const },
    { text: `${one.interval[0]} to ${one.interval[1]}` },
    ...columns.map((platform) => ({ text: `${one.platforms[platform] ?? '–'}`, alignment: 'right' as const })),
    trendCell(one),
  ]);
  const names = columns.map((platform) => `>${platformName(platform)}`);
  const head = headCells(['Keyword', '>Score', 'Interval', ...names, '>Previous']);
  const hidden = keywords.length - shown.length;
  const note =
    hidden > 0
      ? `The ${shown.length} keywords with the highest scores. ${countText(hidden)} more are in the CSV and JSON of this report.`
      : '';
  return [
    { text: 'Keywords', style: 'heading', headlineLevel: 1 },
    ...(note ? [{ text: note, style: 'note', margin: [0, 0, 0, 4] as [number, number, number, number] }] : []),
    plainTable(['*', 28, 42, ...columns.map(() => 38), 52], [head, ...rows]),
  ];
}
