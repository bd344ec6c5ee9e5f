import type { Content } from 'pdfmake/interfaces.js';
import { collecting, LEAST_ANSWERS, NO_CLEAR_CHANGE, pointsText, type ScoreChange } from '../../base/score-text.ts';
import type { VoiceRow } from '../../insight/share-of-voice.ts';
import type { ComparedScore, ReportContent } from '../content.ts';
import { countText, numberOf, periodText } from '../wording.ts';
import { ACCENT, DOWN, MUTED, PALE } from './palette.ts';
import { changeOf, changeRun, isCompared } from './tables.ts';
import { type Typesetter, wordByWord } from './typesetter.ts';

/** The brand, the period and the key figures. */
export function opening(content: ReportContent, typeset: Typesetter): Content {
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
    { text: typeset(content.brand ?? 'No brand yet'), fontSize: 27, bold: true, margin: [0, 8, 0, 0] },
    {
      text: [...wordByWord(content.name, typeset), ` · ${period}`],
      fontSize: 11.5,
      color: MUTED,
      margin: [0, 2, 0, 12],
    },
    { text: headline(content, typeset), fontSize: 11.5, lineHeight: 1.3, margin: [0, 0, 0, 14] },
    ...(content.summary ? [cards(content)] : []),
  ];
}

/** A summary in one or two sentences. */
function headline({ summary, brand, measured }: ReportContent, typeset: Typesetter): Content {
  if (!summary) return 'There are no valid answers in this period yet.';
  const { visibility_score: score, interval, mentions, sample_size } = summary;
  const few = collecting(sample_size, summary.planned);
  const named = brand === null ? [{ text: 'the brand' }] : typeset(brand, { instead: 'the brand' });
  return [
    'AI assistants mentioned ',
    ...named,
    ` in ${countText(mentions)} of ${countText(sample_size)} answers for ${numberOf(measured.keywords, 'keyword')}. `,
    ...(few === undefined
      ? [
          { text: `The visibility score is ${score}`, bold: true },
          ` (95% interval: ${interval[0]} to ${interval[1]}). ${changeSentence(summary)}`,
        ]
      : [{ text: `Visibility score: ${few}.`, bold: true }, ` A score needs at least ${LEAST_ANSWERS} answers.`]),
  ];
}

function changeSentence(summary: ComparedScore): string {
  const { previous_score: before, significant } = summary;
  if (before === null) return 'The previous period has too few answers to compare.';
  if (significant === false) return `There is ${NO_CLEAR_CHANGE} from the previous period (${before}).`;
  return `In the previous period it was ${before}.`;
}

function cards({ summary, share_of_voice: voice }: ReportContent): Content {
  if (!summary) return [];
  const own = voice.find(({ is_own }) => is_own);
  const few = collecting(summary.sample_size, summary.planned);
  const cells = [
    few === undefined
      ? card('Visibility score', `${summary.visibility_score}`, {
          note: `95% interval: ${summary.interval[0]} to ${summary.interval[1]}`,
          change: isCompared(summary) ? changeOf(summary) : undefined,
        })
      : card('Visibility score', '–', { note: few }),
    few === undefined && own
      ? card('Share of voice', `${own.share_of_voice}%`, { note: rankOf(own, voice) })
      : card('Share of voice', '–', { note: few ?? 'no mentions' }),
    card('Mentions', countText(summary.mentions), { note: `in ${countText(summary.sample_size)} answers` }),
    card('Citations', countText(summary.citations), { note: 'of your pages' }),
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

function card(title: string, value: string, { note, change }: { note: string; change?: ScoreChange | undefined }) {
  const points = change && { text: `  ${pointsText(change.points)}`, fontSize: 10, color: changeRun(change).color };
  return {
    stack: [
      { text: title, fontSize: 8.5, color: MUTED },
      { text: [{ text: value, fontSize: 23, bold: true }, ...(points ? [points] : [])] },
      { text: note, fontSize: 8.5, color: MUTED },
    ],
  };
}

function rankOf(own: VoiceRow, voice: VoiceRow[]): string {
  const ahead = voice.filter(({ mentions }) => mentions > own.mentions).length;
  const range = `${own.interval[0]} to ${own.interval[1]}`;
  return voice.length > 1 ? `#${ahead + 1} of ${voice.length} · interval: ${range}` : `95% interval: ${range}`;
}
