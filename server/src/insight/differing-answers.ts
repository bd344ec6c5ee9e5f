import { readParts } from '../analyze/context.ts';
import { excerptOf } from '../analyze/excerpt.ts';
import { sentenceAt } from '../analyze/sentences.ts';
import { type MentioningAnswers, newestWithout } from '../store/answers/answers-in-periods.ts';
import { type BrandInAnswer, findAnswer, findingsOf } from '../store/answers/one-answer.ts';
import type { BrandCell, PeriodsFilter } from '../store/counts/period-counts.ts';
import type { Db } from '../store/db.ts';
import type { NamedBrand } from '../store/workspaces/readings.ts';
import { cellOf } from './compared-shares.ts';

/** One of two answers that differ in whether they mention the brand. Texts are without markup. */
export interface DifferingAnswer {
  period: 'before' | 'now';
  answerId: string;
  platform: string;
  prompt: string;
  askedAt: Date;
  isMentioned: boolean;
  /** The tracked brands it mentions, by position. */
  brands: string[];
  /** What differs: the sentence that mentions the brand, or the one with the brand that is mentioned instead. */
  sentence: string;
  /** The text around it. */
  lead: string;
  rest: string;
}

interface DifferingQuery {
  brandId: string;
  split: { points: number };
  periods: PeriodsFilter;
  answers: BrandCell[];
  cells: BrandCell[];
  mentioning: MentioningAnswers[];
  brands: NamedBrand[];
}

/** For a fall, an answer before with the mention and one now without it; reversed for a rise. */
export async function findDifferingAnswers(
  db: Db,
  workspaceId: string,
  query: DifferingQuery,
): Promise<DifferingAnswer[]> {
  const { brandId, split, periods, brands } = query;
  if (split.points === 0) return [];
  const withIn = split.points < 0 ? 1 : 0;
  const absent = await newestWithout(db, workspaceId, { ...periods, brandId });
  const present = query.mentioning.filter((one) => one.brandId === brandId && one.ago === withIn);
  const pair = choosePair(present, { absent: absent.filter(({ ago }) => ago !== withIn), order: byChange(query) });
  if (!pair) return [];
  const [one, two] = await Promise.all(pair.map((answerId) => readAnswer(db, workspaceId, answerId)));
  if (!one || !two) return [];
  const mention = one.mentions.find((brand) => brand.brandId === brandId);
  const known = new Set(one.mentions.map((brand) => brand.brandId));
  const instead = two.mentions.find((brand) => !known.has(brand.brandId)) ?? two.mentions[0];
  const names = new Map(brands.map(({ id, name }) => [id, name]));
  const shown = [
    show(one, { mention, names, isMentioned: true, isNow: withIn === 0 }),
    show(two, { mention: instead, names, isMentioned: false, isNow: withIn !== 0 }),
  ];
  return split.points < 0 ? shown : shown.reverse();
}

/** Prompts whose share changed most come first. */
function byChange({ answers, cells, brandId, split }: DifferingQuery): string[] {
  const found = cells.filter((cell) => cell.brandId === brandId);
  const share = (cell: string, period: 'now' | 'before') => {
    const mine = (rows: BrandCell[]) =>
      rows.filter((row) => cellOf(row) === cell && (row.ago === 0) === (period === 'now'));
    const sum = (rows: BrandCell[], field: 'n' | 'k') => rows.reduce((all, row) => all + row[field], 0);
    return sum(mine(found), 'k') / sum(mine(answers), 'n');
  };
  const change = (cell: string) => (share(cell, 'now') - share(cell, 'before')) * Math.sign(split.points);
  const changes = new Map([...new Set(answers.map(cellOf))].map((cell) => [cell, change(cell)]));
  return [...changes].sort(([, a], [, b]) => b - a).map(([cell]) => cell);
}

interface Cell {
  platform: string;
  promptId: string;
}

/** The same prompt and platform, or at least the same platform. */
function choosePair(
  present: MentioningAnswers[],
  { absent, order }: { absent: (Cell & { answerId: string })[]; order: string[] },
): [string, string] | undefined {
  const [withIt, without] = [
    new Map(present.map((one) => [cellOf(one), one])),
    new Map(absent.map((one) => [cellOf(one), one])),
  ];
  const cell = order.find((one) => withIt.has(one) && without.has(one)) ?? '';
  const first = withIt.get(cell) ?? present[0];
  const second = without.get(cell) ?? absent.find(({ platform }) => platform === first?.platform) ?? absent[0];
  const answerId = first?.answerIds[0];
  return answerId && second ? [answerId, second.answerId] : undefined;
}

async function readAnswer(db: Db, workspaceId: string, answerId: string) {
  const found = await findAnswer(db, workspaceId, answerId);
  return found && { ...found, mentions: (await findingsOf(db, workspaceId, found)).brands };
}

const [LEAD_CHARACTERS, SENTENCE_CHARACTERS] = [200, 400];
/** Markup is removed after cutting, so the cut is longer than the result. */
const PASSAGE_CHARACTERS = 1_500;

interface Shown {
  mention: BrandInAnswer | undefined;
  names: Map<string, string>;
  isMentioned: boolean;
  isNow: boolean;
}

function show(
  { answer, mentions }: NonNullable<Awaited<ReturnType<typeof readAnswer>>>,
  { mention, names, isMentioned, isNow }: Shown,
): DifferingAnswer {
  const { text } = answer;
  const { sentences } = readParts(text);
  const [from, to] = sentenceAt(sentences, mention?.spans[0]?.[0] ?? 0);
  return {
    period: isNow ? 'now' : 'before',
    answerId: answer.answerId,
    platform: answer.platform,
    prompt: answer.prompt,
    askedAt: answer.askedAt,
    isMentioned,
    brands: mentions.map(({ brandId }) => names.get(brandId) ?? brandId),
    sentence: excerptOf(text.slice(from, Math.min(to, from + PASSAGE_CHARACTERS)), SENTENCE_CHARACTERS),
    lead: sentenceBefore(text, { sentences, from }),
    rest: excerptOf(text.slice(to, to + PASSAGE_CHARACTERS), LEAD_CHARACTERS),
  };
}

/** The closest one that is not only markup. */
function sentenceBefore(text: string, { sentences, from }: { sentences: number[]; from: number }): string {
  for (let end = sentences.indexOf(from); end > 0; end--) {
    const start = Math.max(sentences[end - 1] ?? 0, (sentences[end] ?? 0) - PASSAGE_CHARACTERS);
    const sentence = excerptOf(text.slice(start, sentences[end]), LEAD_CHARACTERS);
    if (sentence !== '') return sentence;
  }
  return '';
}
