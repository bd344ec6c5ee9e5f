import { getOrMake } from '../base/get-or-make.ts';
import { groupBy } from '../base/group-by.ts';
import { dayOf } from '../base/time.ts';
import type { AnswerStatus } from '../collect/platform.ts';
import { appendToDay, type DayAnswer, SENTIMENTS } from '../score/day.ts';
import type { KeywordDay } from '../store/days/write.ts';
import { promptNumbers, storedDays } from '../store/days/write.ts';
import type { Db, Transaction } from '../store/db.ts';
import { OWN_BRAND } from '../store/workspaces/readings.ts';
import { loadReader } from './reader.ts';

/** An answer with its findings under its keyword's reading. */
export interface FoundAnswer {
  keyword: { keywordId: string; reading: number };
  answer: { askedAt: Date; platform: string; promptId: string; status: AnswerStatus };
  mentions: { brandId: string; sentiment: string }[];
  citations: { kind: string; owner: string; ownerId?: string | undefined }[];
}

/** By keyword, reading and day. */
export type KeywordDays = Map<string, KeywordDay>;

/** The stored days of these answers, with the answers added. The caller has locked the keywords. */
export async function daysWith(tx: Transaction, workspaceId: string, answers: FoundAnswer[]): Promise<KeywordDay[]> {
  const keys = [...groupBy(answers, (one) => nameOf(keyOf(one))).values()].flatMap(([one]) =>
    one ? [keyOf(one)] : [],
  );
  const days = new Map((await storedDays(tx, workspaceId, keys)).map((day) => [nameOf(day), day]));
  await addToDays(tx, workspaceId, { days, answers });
  return [...days.values()];
}

/** Adds answers to days in memory. Those that are not there are made. */
export async function addToDays(
  db: Db | Transaction,
  workspaceId: string,
  { days, answers }: { days: KeywordDays; answers: FoundAnswer[] },
): Promise<void> {
  const promptIds = answers.map(({ answer }) => answer.promptId);
  const numbers = await promptNumbers(db, workspaceId, promptIds);
  for (const [reading, some] of groupBy(answers, ({ keyword }) => keyword.reading)) {
    const { brandIds } = await loadReader(db, workspaceId, reading);
    const places = new Map(brandIds.map((id, place) => [id, place]));
    for (const one of some) {
      const day = getOrMake(days, nameOf(keyOf(one)), () => ({ ...keyOf(one), value: {} }));
      appendToDay(day.value, [toDayAnswer(one, { numbers, places })]);
    }
  }
}

function keyOf({ keyword: { keywordId, reading }, answer }: FoundAnswer): Omit<KeywordDay, 'value'> {
  return { keywordId, reading, day: dayOf(answer.askedAt) };
}

function nameOf({ keywordId, reading, day }: Omit<KeywordDay, 'value'>): string {
  return `${keywordId} ${reading} ${day}`;
}

function toDayAnswer(
  { answer: { platform, promptId, status }, mentions, citations }: FoundAnswer,
  { numbers, places }: { numbers: Map<string, number>; places: Map<string, number> },
): DayAnswer {
  const prompt = numbers.get(promptId);
  if (prompt === undefined) throw new Error(`no prompt ${promptId}`);
  const placeOf = (brandId: string) => {
    const place = places.get(brandId);
    if (place === undefined) throw new Error(`no brand ${brandId} in the reading`);
    return place;
  };
  const pages = citations.filter(({ kind }) => kind === 'cited');
  const owned = pages.flatMap(({ owner, ownerId }) =>
    owner === 'other' ? [] : [placeOf(owner === 'own' ? OWN_BRAND : (ownerId ?? ''))],
  );
  return {
    platform,
    prompt,
    // A day has no count of its own for it: like a failure, it is not part of a sample.
    status: status === 'no_search' ? 'failed' : status,
    mentions: mentions.map(({ brandId, sentiment }) => [placeOf(brandId), SENTIMENTS.indexOf(sentiment)]),
    cited: [...groupBy(owned, (place) => place)].map(([place, mine]) => [place, mine.length]),
    pages: pages.length,
  };
}
