import type { Content } from 'pdfmake/interfaces.js';
import { NO_CLEAR_CHANGE } from '../../base/score-text.ts';
import { platformName } from '../../collect/platform-name.ts';
import type { Mover, ReportContent } from '../content.ts';
import { points } from '../find-movers.ts';
import { countText, numberOf } from '../wording.ts';
import { MUTED } from './palette.ts';
import { changeRun, headCells, plainTable } from './tables.ts';
import type { Typesetter } from './typesetter.ts';

/** The changes of the period, and whether they are significant. */
export function moverSection({ movers, summary }: ReportContent, typeset: Typesetter): Content {
  if (!summary) return [];
  const { up, down, compared, not_compared: few, significant } = movers;
  const rest = few > 0 ? ` ${countText(few)} more have too few answers to compare.` : '';
  const found =
    compared === 0
      ? `No earlier periods to compare with yet.${rest}`
      : `${countText(compared)} series (one keyword on one platform) were compared with up to four previous periods: ${significant === 0 ? 'no significant changes' : numberOf(significant, 'significant change')}.${rest}`;
  return [
    {
      unbreakable: true,
      stack: [
        { text: 'Biggest changes', style: 'heading' },
        { text: found, style: 'note', margin: [0, 0, 0, 4] },
        ...(up.length > 0 ? [moverTable('Up', up, typeset)] : []),
      ],
    },
    ...(down.length > 0 ? [{ unbreakable: true, stack: [moverTable('Down', down, typeset)] }] : []),
  ];
}

function moverTable(title: string, movers: Mover[], typeset: Typesetter): Content {
  const rows = movers.map((mover) => [
    { text: typeset(mover.keyword, { instead: mover.keyword_id }) },
    { text: typeset(platformName(mover.platform)) },
    { text: `${mover.previous_score}`, alignment: 'right' as const, color: MUTED },
    { text: `${mover.visibility_score}`, alignment: 'right' as const },
    { ...changeRun({ points: points(mover), significant: mover.significant }), alignment: 'right' as const },
    mover.significant ? { text: 'significant', bold: true } : { text: NO_CLEAR_CHANGE, color: MUTED },
  ]);
  const head = headCells([title, 'Platform', '>Previous', '>Current', '>Points', '']);
  return { stack: [plainTable(['*', 66, 42, 34, 42, 74], [head, ...rows])], margin: [0, 4, 0, 6] };
}
