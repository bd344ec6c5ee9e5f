import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { ReportContent } from '../content.ts';
import { periodText } from '../wording.ts';
import { citedSection } from './cited.ts';
import { keywordSection } from './keywords.ts';
import { howMeasured, whatIsMissing } from './method.ts';
import { moverSection } from './movers.ts';
import { opening } from './opening.ts';
import { INK, LINE, MUTED } from './palette.ts';
import { overTime, platformSection } from './scores.ts';
import { type Typesetter, wordByWord } from './typesetter.ts';
import { voiceSection } from './voice.ts';

/** The largest width and height of a logo. */
const LOGO_POINTS: [number, number] = [180, 48];

/** The whole document: results first, then details, then methodology and data gaps. */
export function layOut(content: ReportContent, typeset: Typesetter, logo?: string): TDocumentDefinitions {
  const brand = typeset(content.brand ?? 'No brand yet');
  const body: Content[] = [
    ...(logo ? [{ image: `data:image/png;base64,${logo}`, fit: LOGO_POINTS, margin: [0, 0, 0, 14] } as Content] : []),
    opening(content, typeset),
    overTime(content),
    platformSection(content, typeset),
    moverSection(content, typeset),
    voiceSection(content, typeset),
    citedSection(content, typeset),
    keywordSection(content, typeset),
    howMeasured(content, typeset),
  ];
  // Last, because it also counts the texts that could not be drawn.
  body.push(whatIsMissing(content, typeset));
  const period = periodText(content.period_start, content.period_end);
  return {
    pageSize: 'A4',
    pageMargins: [48, 48, 48, 56],
    info: { title: `${plain(wordByWord(content.name, typeset))}, ${period}`, creator: 'Visibility Data Service' },
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
