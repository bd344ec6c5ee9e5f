import type { Content } from 'pdfmake/interfaces.js';
import { platformName } from '../../collect/platform-name.ts';
import type { ReportContent } from '../content.ts';
import { countText, listOf, numberOf } from '../wording.ts';
import { headCells, plainTable } from './tables.ts';
import { type Typesetter, wordByWord } from './typesetter.ts';

/** The Methodology section: what was asked, what was answered, and how scores are computed. */
export function howMeasured(
  { measured, metric_version: version, made_at: madeAt }: ReportContent,
  typeset: Typesetter,
): Content {
  const { platforms } = measured;
  const rows = platforms.map((one) => [
    { text: typeset(platformName(one.platform)), bold: true },
    { text: countText(one.questions), alignment: 'right' as const },
    { text: countText(one.valid), alignment: 'right' as const },
    { text: countText(one.truncated), alignment: 'right' as const },
    { text: countText(one.refused), alignment: 'right' as const },
    { text: countText(one.failed), alignment: 'right' as const },
    { text: one.models.length > 0 ? typeset(listOf(one.models, 4)) : '–' },
  ]);
  const head = headCells(['Platform', '>Asked', '>Valid', '>Cut off', '>Refused', '>Failed', 'Models']);
  const counted =
    'The score of a platform is the share of its valid answers that mention the brand, from 0 (never) to 100 (always). All prompts are weighted equally. The overall score is the average of the platforms. Refused and failed answers are not counted, nor are answers that were cut off before they mentioned the brand.';
  const likely =
    'Intervals are 95% confidence intervals. A change is significant only if it meets the rule for visibility.changed events. Any other change may be noise, however large it looks.';
  const made = `Created on ${madeAt.slice(0, 10)} at ${madeAt.slice(11, 16)} UTC with metric version ${version}. The definitions are at /api/v1/metrics.`;
  return {
    unbreakable: true,
    stack: [
      { text: 'Methodology', style: 'heading' },
      {
        ul: [...whatWasAsked(measured), counted, likely, made],
        lineHeight: 1.3,
      },
      ...(rows.length > 0
        ? [
            {
              margin: [0, 8, 0, 0] as [number, number, number, number],
              stack: [plainTable([80, 45, 45, 45, 45, 45, '*'], [head, ...rows])],
            },
          ]
        : []),
    ],
  };
}

function whatWasAsked({ prompts, keywords, questions, platforms }: ReportContent['measured']): string[] {
  if (questions === 0) return ['No prompts were asked for these keywords in this period.'];
  const elsewhere = platforms.filter(({ surfaces }) =>
    surfaces.some((name) => name === 'import' || name === 'scraped'),
  );
  const names = elsewhere.map(({ platform }) => platformName(platform)).join(', ');
  const asked = `${numberOf(prompts, 'prompt')} for ${numberOf(keywords, 'keyword')}, asked ${countText(questions)} times in total.`;
  if (elsewhere.length > 0)
    return [asked, `Some or all answers of ${names} were collected by another tool and imported.`];
  return [`${asked} Each prompt was asked in a new conversation and does not mention the brand.`];
}

export function whatIsMissing({ incomplete }: ReportContent, typeset: Typesetter): Content {
  const undrawn = typeset.undrawn();
  const sentences = [
    ...incomplete.map((sentence) => ({ text: wordByWord(sentence, typeset) })),
    ...(undrawn > 0
      ? [
          {
            text: `${undrawn} names contain characters that this file’s fonts do not have. They are shown by id or left out. CSV and JSON contain them.`,
          },
        ]
      : []),
  ];
  return {
    unbreakable: true,
    stack: [
      { text: 'Data gaps', style: 'heading' },
      sentences.length > 0
        ? { ul: sentences, lineHeight: 1.3 }
        : { text: 'None: every platform answered for every keyword on every day of the period.' },
    ],
  };
}
