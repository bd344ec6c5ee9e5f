import type { Content } from 'pdfmake/interfaces.js';
import { NO_CLEAR_CHANGE } from '../../base/score-text.ts';
import { platformName } from '../../collect/platform-name.ts';
import type { Mover, ReportContent } from '../content.ts';
import { points } from '../find-movers.ts';
import { countText, numberOf } from '../wording.ts';
import { MUTED } from './palette.ts';
import { changeRun, headCells, plainTable } from './tables.ts';
import type { Typesetter } from './typesetter.ts';

/** The significant changes of the period. The others are counted in one line. */
export function moverSection({ movers, summary }: ReportContent, typeset: Typesetter): Content {
  if (!summary) return [];
  const { up, down, compared, not_compared: few, significant } = movers;
  const others = compared - significant;
  const found = [
    compared === 0
      ? 'No earlier periods to compare with yet.'
      : `${significant === 0 ? 'No significant changes' : numberOf(significant, 'significant change')} from up to four previous periods (a series is one keyword on one platform).`,
    ...(others > 0 ? [`${countText(others)} ${significant === 0 ? '' : 'other '}series: ${NO_CLEAR_CHANGE}.`] : []),
    ...(few > 0 ? [`${countText(few)} have too few answers to compare.`] : []),
  ];
  return [
    {
      unbreakable: true,
      stack: [
        { text: 'What changed', style: 'heading' },
        { text: found.join(' '), style: 'note', margin: [0, 0, 0, 4] },
        ...tableOf('Up', up, typeset),
      ],
    },
    { unbreakable: true, stack: tableOf('Down', down, typeset) },
  ];
}

function tableOf(title: string, movers: Mover[], typeset: Typesetter): Content[] {
  return movers.length > 0 ? [moverTable(title, movers, typeset)] : [];
}

function moverTable(title: string, movers: Mover[], typeset: Typesetter): Content {
  const rows = movers.map((mover) => [
    { text: typeset(mover.keyword, { instead: mover.keyword_id }) },
    { text: typeset(platformName(mover.platform)) },
    { text: `${mover.previous_score}`, alignment: 'right' as const, color: MUTED },
    { text: `${mover.visibility_score}`, alignment: 'right' as const },
    { ...changeRun({ points: points(mover), significant: true }), alignment: 'right' as const },
  ]);
  const head = headCells([title, 'Platform', '>Previous', '>Current', '>Points']);
  return { stack: [plainTable(['*', 90, 48, 42, 48], [head, ...rows])], margin: [0, 4, 0, 6] };
}
