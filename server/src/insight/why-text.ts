import { pointsText, signedPoints } from '../base/score-text.ts';
import type { ComparedShare } from './compared-shares.ts';
import type { DescribedPart } from './describe-split.ts';
import type { Marker } from './markers.ts';

interface Found {
  prompts: (ComparedShare & { prompt: string })[];
  brands: (ComparedShare & { name: string })[];
  sources: (ComparedShare & { domain: string })[];
}

/** What was found, in sentences: prompts, brands, sources, and model change or noise. */
export function describeWhy(
  { prompts, brands, sources }: Found,
  { split, markers }: { split: { points: number; parts: DescribedPart[] }; markers: Marker[] },
): string[] {
  return [
    sentenceOf(prompts, { noun: 'prompt', verbs: ['rose', 'fell'], nameOf: ({ prompt }) => `“${prompt}”` }),
    sentenceOf(brands, {
      noun: 'other tracked brand',
      verbs: ['is mentioned more', 'is mentioned less'],
      nameOf: ({ name }) => name,
    }),
    sentenceOf(sources, {
      noun: 'source',
      verbs: ['is cited more', 'is cited less'],
      nameOf: ({ domain }) => domain,
    }),
    causeOf(split, markers),
  ].filter((sentence) => sentence !== undefined);
}

interface Words<Row> {
  noun: string;
  /** Of a rise and of a fall. */
  verbs: [string, string];
  nameOf: (row: Row) => string;
}

/** Names at most so many. */
const NAMED = 3;

function sentenceOf<Row extends ComparedShare>(rows: Row[], { noun, verbs, nameOf }: Words<Row>): string | undefined {
  if (rows.length === 0) return undefined;
  const clear = rows.filter(({ change }) => change !== 'no_clear_change');
  if (clear.length === 0) {
    const largest = rows.reduce((most, { points }) => (Math.abs(points) > Math.abs(most) ? points : most), 0);
    return `No ${noun} changed clearly on its own (${rows.length} compared, the largest ${pointsText(largest)}).`;
  }
  const named = clear.slice(0, NAMED).map((row) => {
    return `${nameOf(row)} ${verbs[row.points > 0 ? 0 : 1]} (${row.previousShare}% → ${row.newShare}% of answers)`;
  });
  const more = clear.length > NAMED ? `, and ${clear.length - NAMED} more changed clearly` : '';
  return `${named.join(', ')}${more} (${rows.length} compared).`;
}

function causeOf({ points, parts }: { points: number; parts: DescribedPart[] }, markers: Marker[]): string {
  const model = parts.find(({ cause }) => cause === 'model');
  const noise = parts.find(({ cause }) => cause === 'noise')?.points ?? 0;
  const ofModel = model
    ? `${signedPoints(model.points)} of ${pointsText(points)}: ${model.text.charAt(0).toLowerCase()}${model.text.slice(1)}.`
    : markers.length > 0
      ? 'The measurement changed in these days, but that does not explain the change.'
      : 'No change of model or prompts in these days.';
  return `${ofModel} ${signedPoints(noise)} of ${pointsText(points)} cannot be distinguished from chance.`;
}
