import type { Content } from 'pdfmake/interfaces.js';
import { platformName } from '../../base/platform-name.ts';
import type { ReportContent } from '../content.ts';
import { countText, listOf, numberOf } from '../wording.ts';
import { type Lettering, wordByWord } from './lettering.ts';
import { headCells, plainTable } from './tables.ts';

/** What was asked, what came back, and how the numbers follow from it. */
export function howMeasured(
  { measured, metric_version: version, made_at: madeAt }: ReportContent,
  letter: Lettering,
): Content {
  const { platforms } = measured;
  const rows = platforms.map((one) => [
    { text: letter(platformName(one.platform)), bold: true },
    { text: countText(one.questions), alignment: 'right' as const },
    { text: countText(one.valid), alignment: 'right' as const },
    { text: countText(one.refused), alignment: 'right' as const },
    { text: countText(one.failed), alignment: 'right' as const },
    { text: one.models.length > 0 ? letter(listOf(one.models, 4)) : '–' },
  ]);
  const head = headCells(['Platform', '>Asked', '>Valid', '>Refused', '>Failed', 'Models that answered']);
  const counted =
    'The score of a platform is the share of its valid answers that name the brand, from 0 (never) to 100 (always); every question weighs the same. The overall score is the average of the platforms. Refused and failed questions count neither for nor against.';
  const likely =
    '“Likely” is a 95 % interval: with this many answers, the range that holds the true score about 19 times in 20. A change is called significant only if it is as large and as improbable as the rule for events demands; anything else is within noise, however large it looks.';
  const made = `Made on ${madeAt.slice(0, 10)} at ${madeAt.slice(11, 16)} UTC under metric version ${version}; the definitions are at /api/v1/metrics.`;
  return {
    unbreakable: true,
    stack: [
      { text: 'How it was measured', style: 'heading' },
      {
        ul: [...whatWasAsked(measured), counted, likely, made],
        lineHeight: 1.3,
      },
      ...(rows.length > 0
        ? [
            {
              margin: [0, 8, 0, 0] as [number, number, number, number],
              stack: [plainTable([80, 50, 50, 50, 50, '*'], [head, ...rows])],
            },
          ]
        : []),
    ],
  };
}

function whatWasAsked({ prompts, keywords, questions, platforms }: ReportContent['measured']): string[] {
  if (questions === 0) return ['Nothing was asked about these keywords in this period.'];
  const elsewhere = platforms.filter(({ surfaces }) =>
    surfaces.some((name) => name === 'import' || name === 'scraped'),
  );
  const names = elsewhere.map(({ platform }) => platformName(platform)).join(', ');
  const asked = `${numberOf(prompts, 'different question')} about ${numberOf(keywords, 'keyword')}, asked again and again: ${countText(questions)} times in all.`;
  if (elsewhere.length > 0)
    return [asked, `Some or all answers of ${names} were collected by another tool and taken in.`];
  return [`${asked} Each time in a fresh conversation, without naming the brand.`];
}

export function whatIsMissing({ incomplete }: ReportContent, letter: Lettering): Content {
  const undrawn = letter.undrawn();
  const sentences = [
    ...incomplete.map((sentence) => ({ text: wordByWord(sentence, letter) })),
    ...(undrawn > 0
      ? [
          {
            text: `${undrawn} names are in letters that this file’s fonts do not have and are shown by id or left out; CSV and JSON have them.`,
          },
        ]
      : []),
  ];
  return {
    unbreakable: true,
    stack: [
      { text: 'What is incomplete', style: 'heading' },
      sentences.length > 0
        ? { ul: sentences, lineHeight: 1.3 }
        : { text: 'Nothing: every platform answered on every day of the period, about every keyword.' },
    ],
  };
}
