import type { Content } from 'pdfmake/interfaces.js';
import type { ReportContent, VoiceRow } from '../content.ts';
import { countText, numberOf, periodText } from '../wording.ts';
import { type Lettering, wordByWord } from './lettering.ts';
import { ACCENT, DOWN, MUTED, PALE, UP } from './palette.ts';

/** Whose report, of which days, and the numbers to remember. */
export function opening(content: ReportContent, letter: Lettering): Content {
  const period = periodText(content.period_start, content.period_end);
  return [
    {
      columns: [
        { text: 'AI VISIBILITY REPORT', fontSize: 8.5, bold: true, color: ACCENT, characterSpacing: 0.8 },
        ...(content.simulated
          ? [{ text: 'Sandbox: simulated answers', fontSize: 8.5, color: DOWN, alignment: 'right' as const }]
          : []),
      ],
    },
    { text: letter(content.brand ?? 'No brand named yet'), fontSize: 27, bold: true, margin: [0, 8, 0, 0] },
    {
      text: [...wordByWord(content.name, letter), ` · ${period}`],
      fontSize: 11.5,
      color: MUTED,
      margin: [0, 2, 0, 12],
    },
    { text: headline(content, letter), fontSize: 11.5, lineHeight: 1.3, margin: [0, 0, 0, 14] },
    ...(content.summary ? [cards(content)] : []),
  ];
}

/** The report in a sentence or two, to be read aloud. */
function headline({ summary, brand, measured }: ReportContent, letter: Lettering): Content {
  if (!summary) return 'There is no valid answer in this period, so there is nothing to report yet.';
  const { visibility_score: score, interval, mentions, sample_size, previous_score: before } = summary;
  const named = brand === null ? [{ text: 'the brand' }] : letter(brand, { instead: 'the brand' });
  const change =
    before === null
      ? ' The period before has not enough answers to compare with.'
      : before === score
        ? ' In the period before it was the same.'
        : ` In the period before it was ${before}.`;
  return [
    `Asked about ${numberOf(measured.keywords, 'keyword')}, AI assistants named `,
    ...named,
    ` in ${countText(mentions)} of ${countText(sample_size)} answers. `,
    { text: `The visibility score is ${score}`, bold: true },
    `, likely between ${interval[0]} and ${interval[1]}.${change}`,
  ];
}

function cards({ summary, share_of_voice: voice }: ReportContent): Content {
  if (!summary) return [];
  const own = voice.find(({ is_own }) => is_own);
  const cells = [
    card('Visibility score', `${summary.visibility_score}`, {
      note: `likely ${summary.interval[0]} to ${summary.interval[1]}`,
      trend: summary.previous_score === null ? undefined : summary.trend,
    }),
    card('Share of voice', own ? `${own.share_of_voice}%` : '–', {
      note: own ? rankOf(own, voice) : 'nobody is named',
    }),
    card('Mentions', countText(summary.mentions), { note: `in ${countText(summary.sample_size)} answers` }),
    card('Own pages cited', countText(summary.citations), { note: 'times' }),
  ];
  return {
    table: { widths: ['*', '*', '*', '*'], body: [cells] },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: (i) => (i === 0 || i === 4 ? 0 : 6),
      vLineColor: () => '#ffffff',
      fillColor: () => PALE,
      paddingLeft: () => 10,
      paddingRight: () => 6,
      paddingTop: () => 9,
      paddingBottom: () => 9,
    },
  };
}

function card(title: string, value: string, { note, trend }: { note: string; trend?: string | undefined }) {
  const color = trend?.startsWith('-') ? DOWN : trend === '+0%' ? MUTED : UP;
  return {
    stack: [
      { text: title, fontSize: 8.5, color: MUTED },
      {
        text: [
          { text: value, fontSize: 23, bold: true },
          ...(trend === undefined ? [] : [{ text: `  ${trend}`, fontSize: 10, color }]),
        ],
      },
      { text: note, fontSize: 8.5, color: MUTED },
    ],
  };
}

function rankOf(own: VoiceRow, voice: VoiceRow[]): string {
  const ahead = voice.filter(({ mentions }) => mentions > own.mentions).length;
  const range = `likely ${own.interval[0]} to ${own.interval[1]}`;
  return voice.length > 1 ? `place ${ahead + 1} of ${voice.length}, ${range}` : range;
}
