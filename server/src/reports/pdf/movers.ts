import type { Content } from 'pdfmake/interfaces.js';
import { platformName } from '../../base/platform-name.ts';
import type { Mover, ReportContent } from '../content.ts';
import { countText } from '../wording.ts';
import type { Lettering } from './lettering.ts';
import { MUTED } from './palette.ts';
import { headCells, plainTable, signColor } from './tables.ts';

/** What rose and fell, and whether that means anything. */
export function moverSection({ movers, summary }: ReportContent, letter: Lettering): Content {
  if (!summary) return [];
  const { up, down, compared, not_compared: few, significant } = movers;
  const rest = few > 0 ? ` ${countText(few)} more have too few answers to compare.` : '';
  const found =
    compared === 0
      ? `Nothing can be compared with earlier periods yet.${rest}`
      : `${countText(compared)} series (a keyword on a platform) were compared with up to four periods before. In ${significant === 0 ? 'none' : countText(significant)} of them is the change larger than chance explains.${rest}`;
  return [
    {
      unbreakable: true,
      stack: [
        { text: 'What moved', style: 'heading' },
        { text: found, style: 'note', margin: [0, 0, 0, 4] },
        ...(up.length > 0 ? [moverTable('Up', up, letter)] : []),
      ],
    },
    ...(down.length > 0 ? [{ unbreakable: true, stack: [moverTable('Down', down, letter)] }] : []),
  ];
}

function moverTable(title: string, movers: Mover[], letter: Lettering): Content {
  const rows = movers.map((mover) => [
    { text: letter(mover.keyword, { instead: mover.keyword_id }) },
    { text: letter(platformName(mover.platform)) },
    { text: `${mover.previous_score}`, alignment: 'right' as const, color: MUTED },
    { text: `${mover.visibility_score}`, alignment: 'right' as const },
    { text: mover.change, alignment: 'right' as const, bold: true, color: signColor(mover.change) },
    mover.significant ? { text: 'significant', bold: true } : { text: 'within noise', color: MUTED },
  ]);
  const head = headCells([title, 'Platform', '>Before', '>Now', '>Points', '']);
  return { stack: [plainTable(['*', 66, 42, 34, 42, 64], [head, ...rows])], margin: [0, 4, 0, 6] };
}
