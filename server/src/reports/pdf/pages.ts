import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { ReportContent } from '../content.ts';
import { periodText } from '../wording.ts';
import { citedSection } from './cited.ts';
import { keywordSection } from './keywords.ts';
import { type Lettering, wordByWord } from './lettering.ts';
import { howMeasured, whatIsMissing } from './method.ts';
import { moverSection } from './movers.ts';
import { opening } from './opening.ts';
import { INK, LINE, MUTED } from './palette.ts';
import { overTime, platformSection } from './scores.ts';
import { voiceSection } from './voice.ts';

/** The whole document: what happened first, then by whom and where, then how it is known and what is not. */
export function layOut(content: ReportContent, letter: Lettering): TDocumentDefinitions {
  const brand = letter(content.brand ?? 'No brand named yet');
  const body: Content[] = [
    opening(content, letter),
    overTime(content),
    platformSection(content, letter),
    moverSection(content, letter),
    voiceSection(content, letter),
    citedSection(content, letter),
    keywordSection(content, letter),
    howMeasured(content, letter),
  ];
  // Last, because it also tells how much could not be drawn.
  body.push(whatIsMissing(content, letter));
  const period = periodText(content.period_start, content.period_end);
  return {
    pageSize: 'A4',
    pageMargins: [48, 48, 48, 56],
    info: { title: `${plain(wordByWord(content.name, letter))}, ${period}`, creator: 'Visibility Data Service' },
    defaultStyle: { font: 'Roboto', fontSize: 9.5, color: INK, lineHeight: 1.15 },
    styles: {
      heading: { fontSize: 14, bold: true, margin: [0, 18, 0, 6] },
      note: { fontSize: 8.5, color: MUTED, lineHeight: 1.25 },
      head: { fontSize: 8, color: MUTED },
    },
    content: body,
    footer: (page, pages) => ({
      margin: [48, 16, 48, 0],
      stack: [
        { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 499, y2: 0, lineWidth: 0.5, lineColor: LINE }] },
        {
          margin: [0, 6, 0, 0],
          fontSize: 8,
          color: MUTED,
          columns: [
            { text: [...brand, ` · ${period}${content.simulated ? ' · simulated data' : ''}`] },
            { text: `Page ${page} of ${pages}`, alignment: 'right', width: 80 },
          ],
        },
      ],
    }),
  };
}

function plain(runs: { text: string }[]): string {
  return runs.map(({ text }) => text).join('');
}
