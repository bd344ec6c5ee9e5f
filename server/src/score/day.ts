import { compareTexts } from '../base/compare-texts.ts';
import { own } from '../base/own.ts';

const REST = ['truncated', 'refused', 'failed'] as const;
const REST_LENGTH = 1 + REST.length;

/** An answer as a day keeps it: anonymous. */
export interface DayAnswer {
  platform: string;
  /** The prompt's number within its keyword. */
  prompt: number;
  status: 'valid' | (typeof REST)[number];
  /** Brands by their place in the reading: 0 is the own brand. Sentiments by their place in `SENTIMENTS`. */
  mentions: [brand: number, sentiment: number][];
  /** Per brand, how many of its pages are cited. */
  cited: [brand: number, pages: number][];
  /** All cited pages, of any owner. Of one answer, they are known until it is in a day. */
  pages: number;
}

/** The answers to a keyword on one day under one reading, by platform. */
export type Day = Record<string, PlatformDay>;

/** Valid answers are numbered by their place in `prompts`. All counts follow from these lists. */
export type PlatformDay = [
  prompts: number[],
  /** Per brand: `brand, 3 * answer + sentiment, …` */
  mentions: number[][],
  /** Per brand: `brand, answer, pages, answer, pages, …` */
  cited: number[][],
  pages: number,
  /** Answers that are not valid: `prompt, truncated, refused, failed, prompt, …` */
  rest: number[],
];

export const SENTIMENTS = ['neutral', 'positive', 'negative'];

/** The day of these answers: the same in any order of answers, mentions and citations. */
export function makeDay(answers: DayAnswer[]): Day {
  const keyed = answers.map((answer) => ({ answer, key: keyOf(answer) }));
  keyed.sort(
    ({ answer: a, key: keyA }, { answer: b, key: keyB }) =>
      compareTexts(a.platform, b.platform) || a.prompt - b.prompt || compareTexts(keyA, keyB),
  );
  const day = appendToDay(
    {},
    keyed.map(({ answer }) => answer),
  );
  for (const [, mentions, cited] of Object.values(day)) for (const lists of [mentions, cited]) lists.sort(byBrand);
  return day;
}

/** Adds answers at the end of a day's lists. `makeDay(answersOf(day))` brings them into order. */
export function appendToDay(day: Day, answers: DayAnswer[]): Day {
  for (const { platform, prompt, status, ...found } of answers) {
    const mine: PlatformDay = own(day, platform) ?? [[], [], [], 0, []];
    day[platform] = mine;
    const [prompts, mentions, cited, , rest] = mine;
    if (status !== 'valid') {
      countRest(rest, { prompt, status });
      continue;
    }
    const at = prompts.push(prompt) - 1;
    for (const [brand, sentiment] of found.mentions) listOf(mentions, brand).push(3 * at + sentiment);
    for (const [brand, pages] of found.cited) listOf(cited, brand).push(at, pages);
    mine[3] += found.pages;
  }
  return day;
}

/** A day whose brands have moved to other places. Those whose place is -1 are left out. */
export function movePlaces(day: Day, places: number[]): Day {
  const move = (list: [brand: number, value: number][]) =>
    list.flatMap(([brand, value]): typeof list => {
      const place = places[brand] ?? -1;
      return place < 0 ? [] : [[place, value]];
    });
  return makeDay(answersOf(day).map((one) => ({ ...one, mentions: move(one.mentions), cited: move(one.cited) })));
}

/** The answers of a day. All pages of a platform are given to its first answer. */
export function answersOf(day: Day): DayAnswer[] {
  return Object.entries(day).flatMap(([platform, [prompts, mentions, cited, pages, rest]]) => {
    const valid = prompts.map((prompt, at) => ({ ...emptyAnswer({ platform, prompt }), pages: at === 0 ? pages : 0 }));
    for (const [brand = 0, ...list] of mentions) {
      for (const one of list) valid[Math.floor(one / 3)]?.mentions.push([brand, one % 3]);
    }
    for (const [brand = 0, ...list] of cited) {
      for (let i = 0; i < list.length; i += 2) valid[list[i] ?? 0]?.cited.push([brand, list[i + 1] ?? 0]);
    }
    return [...valid, ...restOf(rest, platform)];
  });
}

function restOf(rest: number[], platform: string): DayAnswer[] {
  const answers: DayAnswer[] = [];
  for (let i = 0; i < rest.length; i += REST_LENGTH) {
    for (const [place, status] of REST.entries()) {
      const count = rest[i + 1 + place] ?? 0;
      for (let n = 0; n < count; n++) answers.push({ ...emptyAnswer({ platform, prompt: rest[i] ?? 0 }), status });
    }
  }
  return answers;
}

function emptyAnswer(place: Pick<DayAnswer, 'platform' | 'prompt'>): DayAnswer {
  return { ...place, status: 'valid', mentions: [], cited: [], pages: 0 };
}

function countRest(rest: number[], { prompt, status }: { prompt: number; status: (typeof REST)[number] }): void {
  let at = 0;
  while (at < rest.length && rest[at] !== prompt) at += REST_LENGTH;
  if (at === rest.length) rest.push(prompt, ...REST.map(() => 0));
  const count = at + 1 + REST.indexOf(status);
  rest[count] = (rest[count] ?? 0) + 1;
}

function listOf(lists: number[][], brand: number): number[] {
  const known = lists.find(([one]) => one === brand);
  if (known) return known;
  const list = [brand];
  lists.push(list);
  return list;
}

function keyOf({ mentions, cited }: DayAnswer): string {
  return [mentions, cited].map((list) => list.map(String).sort().join(' ')).join(';');
}

function byBrand([a = 0]: number[], [b = 0]: number[]): number {
  return a - b;
}
