import { contextAt, readParts } from '../analyze/context.ts';
import { describeBrand } from '../analyze/describe-brand.ts';
import { own } from '../base/own.ts';
import { nextTurn } from '../base/turns.ts';
import { type MentionedText, newestMentioned } from '../store/answers/mentioned-texts.ts';
import type { MentionFilter } from '../store/answers/mentions.ts';
import type { Db } from '../store/db.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';

/** A role of a brand, or a reason for or against it, with the answers that give it. */
interface Attribute {
  attribute: string;
  kind: 'role' | 'for' | 'against';
  answers: number;
  platforms: Record<string, number>;
  firstDetectedAt: Date;
  lastDetectedAt: Date;
  /** The newest of the answers, and its sentence. */
  answerId: string;
  example: string;
}

/** Their texts are read for each request. 2,000 of usual length take about a quarter of a second. */
const MOST_ANSWERS = 2_000;
const MOST_CHARACTERS = 8_000_000;
/** Characters between two turns of other requests. */
const SLICE = 100_000;

/** What answers say about a brand, most frequent first, and the number of answers it was read from. */
export async function readAttributes(
  db: Db,
  workspaceId: string,
  { filter, brandId = OWN_BRAND }: { filter: MentionFilter; brandId?: string | undefined },
): Promise<{ attributes: Attribute[]; sampleSize: number }> {
  const answers = await newestMentioned(db, workspaceId, {
    ...{ filter, brandId, limit: MOST_ANSWERS, mostCharacters: MOST_CHARACTERS },
  });
  const found = new Map<string, Attribute>();
  let read = 0;
  for (const answer of answers) {
    read += answer.text.length;
    if (read > SLICE) {
      await nextTurn();
      read = 0;
    }
    for (const one of attributesOf(answer, brandId)) {
      const key = `${one.kind} ${one.attribute}`;
      found.set(key, added(found.get(key), one, answer));
    }
  }
  return {
    attributes: [...found.values()].sort(
      (a, b) => b.answers - a.answers || a.attribute.localeCompare(b.attribute, 'en'),
    ),
    sampleSize: answers.length,
  };
}

type Given = Pick<Attribute, 'attribute' | 'kind' | 'example'>;

function attributesOf({ text, brands }: MentionedText, brandId: string): Given[] {
  const parts = readParts(text);
  const occurrences = brands
    .flatMap(({ spans }, brand) => spans.map(([start, end]) => ({ brand, start, end })))
    .sort((a, b) => a.start - b.start);
  const index = brands.findIndex((one) => one.brandId === brandId);
  const { role, reasons } = describeBrand(parts, occurrences, index);
  const first = occurrences.find(({ brand }) => brand === index)?.start ?? 0;
  return [
    { attribute: role, kind: 'role', example: contextAt(parts, [first, first]) },
    ...[...reasons].map(
      ([reason, at]): Given => ({
        attribute: reason.slice(1),
        kind: reason.startsWith('+') ? 'for' : 'against',
        example: contextAt(parts, [at, at]),
      }),
    ),
  ];
}

/** Answers come newest first. */
function added(
  known: Attribute | undefined,
  given: Given,
  { answerId, platform, detectedAt }: MentionedText,
): Attribute {
  const { answers, platforms, ...rest } = known ?? {
    ...{ ...given, answerId, answers: 0, platforms: {} },
    ...{ firstDetectedAt: detectedAt, lastDetectedAt: detectedAt },
  };
  const count = (own(platforms, platform) ?? 0) + 1;
  return { ...rest, answers: answers + 1, platforms: { ...platforms, [platform]: count }, firstDetectedAt: detectedAt };
}
