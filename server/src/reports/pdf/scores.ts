import type { Content } from 'pdfmake/interfaces.js';
import { LEAST_ANSWERS } from '../../base/score-text.ts';
import { platformName } from '../../collect/platform-name.ts';
import type { ReportContent } from '../content.ts';
import { countText } from '../wording.ts';
import { rangeBar } from './bars.ts';
import { historyChart } from './chart.ts';
import { ACCENT, platformColor } from './palette.ts';
import { CHANGE_NOTE, changeCell, headCells, plainTable, scoreCells } from './tables.ts';
import type { Typesetter } from './typesetter.ts';

/** The chart of the score with its interval. */
export function overTime(content: ReportContent): Content {
  const { period_start: periodStart, period_end: periodEnd } = content;
  const history = content.history.filter(({ sample_size }) => sample_size >= LEAST_ANSWERS);
  if (history.length < 2) return [];
  const platforms = content.platforms.map(({ platform }) => platform);
  const key = [{ text: '■ Overall', color: ACCENT }].concat(
    platforms.map((platform, place) => ({
      text: `   ■ ${platformName(platform)}`,
      color: platformColor(platform, place),
    })),
  );
  return {
    unbreakable: true,
    stack: [
      { text: 'Score over time', style: 'heading' },
      { text: key, fontSize: 8, margin: [0, 0, 0, 4] },
      { svg: historyChart({ history, periodStart, periodEnd, platforms }) },
      {
        text: 'Each point is a 7-day score. The band is the 95% interval of the overall score. The days of this report are shaded.',
        style: 'note',
      },
    ],
  };
}

export function platformSection({ platforms }: ReportContent, typeset: Typesetter): Content {
  if (platforms.length === 0) return [];
  const rows = platforms.map((one, place) => [
    { text: typeset(platformName(one.platform)), bold: true },
    ...scoreCells(one, [
      {
        svg: rangeBar({
          score: one.visibility_score,
          interval: one.interval,
          width: 130,
          color: platformColor(one.platform, place),
        }),
        margin: [4, 2, 0, 0] as [number, number, number, number],
      },
      { text: `${one.interval[0]} to ${one.interval[1]}` },
    ]),
    { text: `${countText(one.mentions)} of ${countText(one.sample_size)}`, alignment: 'right' as const },
    { text: countText(one.citations), alignment: 'right' as const },
    changeCell(one),
  ]);
  const head = headCells(['Platform', '>Score', '0 to 100', 'Interval', '>Mentioned in', '>Citations', '>Previous']);
  return {
    unbreakable: true,
    stack: [
      { text: 'By platform', style: 'heading' },
      plainTable([68, 30, 126, 46, 70, '*', 56], [head, ...rows]),
      { text: CHANGE_NOTE, style: 'note', margin: [0, 4, 0, 0] },
    ],
  };
}
