import type { Content } from 'pdfmake/interfaces.js';
import { LEAST_ANSWERS } from '../../base/score-text.ts';
import type { ReportContent } from '../content.ts';
import { countText } from '../wording.ts';
import { rangeBar } from './bars.ts';
import { ACCENT, MUTED } from './palette.ts';
import { headCells, plainTable } from './tables.ts';
import type { Typesetter } from './typesetter.ts';

const MOST_BRANDS = 12;

export function voiceSection({ share_of_voice: voice, summary }: ReportContent, typeset: Typesetter): Content {
  if (voice.length === 0 || (summary && summary.sample_size < LEAST_ANSWERS)) return [];
  // Your own brand is always shown, even below the limit.
  const shown = voice.filter(({ is_own }, place) => place < MOST_BRANDS || is_own);
  const rows = shown.map((row) => [
    { text: typeset(row.name), bold: row.is_own },
    { text: `${row.share_of_voice}%`, bold: row.is_own, alignment: 'right' as const },
    {
      svg: rangeBar({
        score: row.share_of_voice,
        interval: row.interval,
        width: 180,
        color: row.is_own ? ACCENT : '#9aa5b3',
      }),
      margin: [4, 2, 0, 0] as [number, number, number, number],
    },
    { text: `${row.interval[0]} to ${row.interval[1]}`, color: MUTED },
    { text: countText(row.mentions), alignment: 'right' as const },
  ]);
  const head = headCells(['Brand', '>Share', '', 'Interval', '>Mentions']);
  const hidden = voice.length - shown.length;
  return {
    unbreakable: true,
    stack: [
      { text: 'Share of voice', style: 'heading' },
      plainTable(['*', 40, 188, 54, 96], [head, ...rows]),
      {
        text: `Share of all tracked brand mentions. Each answer counts once per brand.${hidden > 0 ? ` ${hidden} more brands are not shown.` : ''}`,
        style: 'note',
        margin: [0, 4, 0, 0],
      },
    ],
  };
}
