import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { own } from '../../base/own.ts';
import { LEAST_ANSWERS } from '../../base/score-text.ts';
import { platformName } from '../../collect/platform-name.ts';
import type { KeywordScore, ReportContent } from '../content.ts';
import { countText } from '../wording.ts';
import { MUTED } from './palette.ts';
import { CHANGE_NOTE, changeCell, headCells, plainTable, scoreCells } from './tables.ts';
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
    ...scoreCells(one, [{ text: `${one.interval[0]} to ${one.interval[1]}` }]),
    ...columns.map((platform) => platformCell(one, platform)),
    changeCell(one),
  ]);
  const names = columns.map((platform) => `>${platformName(platform)}`);
  const head = headCells(['Keyword', '>Score', 'Interval', ...names, '>Previous']);
  const hidden = keywords.length - shown.length;
  const more =
    hidden > 0
      ? ` The ${shown.length} keywords with the highest scores. ${countText(hidden)} more are in the CSV and JSON of this report.`
      : '';
  return [
    { text: 'Keywords', style: 'heading', headlineLevel: 1 },
    { text: `${CHANGE_NOTE}${more}`, style: 'note', margin: [0, 0, 0, 4] },
    plainTable(['*', 28, 42, ...columns.map(() => 38), 52], [head, ...rows]),
  ];
}

/** The score on a platform. Grey with too few answers, which are then counted instead. */
function platformCell({ platforms, platform_samples: samples }: KeywordScore, platform: string): TableCell {
  const answers = own(samples, platform) ?? LEAST_ANSWERS;
  if (answers < LEAST_ANSWERS) return { text: `n = ${answers}`, color: MUTED, alignment: 'right' };
  return { text: `${own(platforms, platform) ?? '–'}`, alignment: 'right' };
}
