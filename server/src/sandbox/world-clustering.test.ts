import { expect, test } from 'vitest';
import { defaultPanel } from '../collect/panel.ts';
import { trueShare } from '../collect/simulated/truth.ts';
import { simulatedAnswer } from '../collect/simulated.ts';
import { SANDBOX_KEYWORDS, sandboxWorld } from './world.ts';

const PLATFORMS = ['chatgpt', 'claude', 'gemini', 'perplexity'];
const DAYS = 91;
const KEYWORDS = SANDBOX_KEYWORDS.filter(({ language }) => language === undefined).slice(0, 6);

const TRACKED = [/\bHeron[ -]?Board\b/, /\bAplomb\b/, /\bweftly\b/i, /\bCadent7\b/, /\bEcluse\b/];
const UNTRACKED = ['Trackmill', 'Pondero', 'Rowboat', 'Mappello', 'Quillstack', 'Sonderplan'].map(
  (name) => new RegExp(`\\b${name}\\b`),
);

/** What one answer mentions and cites. */
interface Read {
  tracked: Set<string>;
  products: Set<string>;
  domains: Set<string>;
}

const worlds = ['visibility', 'test', 'another'].map((seed) => ({ seed, prompts: askDaily(seed) }));

test.each(worlds)('$seed: answers on successive days share 45–59 % of their brands', ({ prompts }) => {
  expectBetween(
    overlap(prompts, ({ tracked }) => tracked),
    0.45,
    0.59,
  );
  expectBetween(
    overlap(prompts, ({ products }) => products),
    0.45,
    0.59,
  );
});

test.each(worlds)('$seed: answers on successive days share 34–42 % of their cited domains', ({ prompts }) => {
  expectBetween(
    overlap(prompts, ({ domains }) => domains),
    0.34,
    0.42,
  );
});

test.each(worlds)('$seed: answers to one prompt in one week correlate by about 0.1', ({ prompts }) => {
  expectBetween(weekCorrelation(prompts), 0.07, 0.13);
});

test.each(worlds)('$seed: the answers of a platform change together from day to day', ({ prompts }) => {
  for (const platform of PLATFORMS) {
    expectBetween(commonChange(prompts.filter((prompt) => prompt.platform === platform)), 1.25, 3.5);
  }
});

test('the same seed always gives the same world, and another seed another', () => {
  const again = askDaily('test', 14);
  expect(again).toEqual(askDaily('test', 14));
  expect(again).not.toEqual(askDaily('another', 14));
});

test('one platform gets a new model each quarter, each platform once a year', () => {
  const world = sandboxWorld('test');
  const keyword = 'kanban board software';
  const [prompt = ''] = defaultPanel(keyword, undefined);
  const changes: string[] = [];
  for (let day = 1; day <= 3 * 364; day++) {
    for (const platform of PLATFORMS) {
      const model = (when: number) =>
        simulatedAnswer(world, { keyword, prompt, platform, day: when, repetition: 0 }).answer.model;
      if (model(day) !== model(day - 1)) changes.push(`${day} ${model(day)}`);
    }
  }
  expect(changes.slice(0, 5)).toEqual([
    '63 simulated-gemini-2',
    '154 simulated-chatgpt-2',
    '245 simulated-claude-2',
    '336 simulated-perplexity-2',
    '427 simulated-gemini-3',
  ]);
  expect(changes).toHaveLength(12);
});

test('a new model mentions the brand more often for some keywords and less often for others', () => {
  const world = sandboxWorld('test');
  const moves = (platform: string) =>
    SANDBOX_KEYWORDS.map(({ keyword }) => {
      const share = (day: number) => trueShare(world, { brandId: 'brand', keyword, platform, day });
      return share(63) - share(62);
    });
  expect(Math.max(...moves('gemini'))).toBeGreaterThan(0.05);
  expect(Math.min(...moves('gemini'))).toBeLessThan(-0.05);
  for (const size of moves('gemini')) expect(Math.abs(size)).toBeLessThan(0.25);
  expect(moves('claude').filter((size) => Math.abs(size) > 0.01)).toEqual([]);
});

function expectBetween(value: number, least: number, most: number): void {
  expect(value).toBeGreaterThan(least);
  expect(value).toBeLessThan(most);
}

type Prompt = { platform: string; days: (Read | undefined)[] };

/** One answer per prompt, platform and day. Undefined if it is not valid. */
function askDaily(seed: string, days = DAYS): Prompt[] {
  const world = sandboxWorld(seed);
  return KEYWORDS.flatMap(({ keyword }) =>
    defaultPanel(keyword, undefined).flatMap((prompt) =>
      PLATFORMS.map((platform) => ({
        platform,
        days: Array.from({ length: days }, (_, day) => {
          const { status, answer } = simulatedAnswer(world, { keyword, prompt, platform, day, repetition: 0 });
          return status === 'valid' ? read(answer) : undefined;
        }),
      })),
    ),
  );
}

/** Reads with regular expressions only, so that a bug in the product's own analysis cannot hide here. */
function read({ text, cited }: { text: string; cited: { url: string; title?: string | undefined }[] }): Read {
  const visible = text
    .replace(/```.*?```/gs, '')
    .replace(/`[^`]*`/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/https?:\/\/\S+/g, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
  const found = (names: RegExp[]) => names.filter((name) => name.test(visible)).map(String);
  const domain = ({ url, title }: { url: string; title?: string | undefined }) =>
    /^https:\/\/\w+\.[\w.]*google\.com\//.test(url) ? `${title}` : new URL(url).hostname.replace(/^www\./, '');
  const tracked = found(TRACKED);
  return {
    tracked: new Set(tracked),
    products: new Set([...tracked, ...found(UNTRACKED)]),
    domains: new Set(cited.map(domain)),
  };
}

/** Mean Jaccard index of the answers of two successive days to the same prompt, where both have something to compare. */
function overlap(prompts: Prompt[], of: (answer: Read) => Set<string>): number {
  let sum = 0;
  let pairs = 0;
  for (const { days } of prompts) {
    for (const [one, other] of pairsOf(days, 1)) {
      const [a, b] = [of(one), of(other)];
      if (a.size === 0 || b.size === 0) continue;
      const common = [...a].filter((name) => b.has(name)).length;
      sum += common / (a.size + b.size - common);
      pairs++;
    }
  }
  return sum / pairs;
}

/**
 * The intraclass correlation of prompt and week: how much more often two answers of one week both mention a brand than
 * two answers of successive weeks do, relative to the same difference for an answer and itself.
 */
function weekCorrelation(prompts: Prompt[]): number {
  const [week, weeks] = [new Share(), new Share()];
  const single = new Share();
  for (const { days } of prompts) {
    for (const brand of TRACKED.map(String)) {
      const both = ([one, other]: [Read, Read]) => one.tracked.has(brand) && other.tracked.has(brand);
      for (const day of days) if (day) single.add(day.tracked.has(brand));
      for (let start = 0; start < DAYS; start += 7) {
        const now = days.slice(start, start + 7);
        const next = days.slice(start + 7, start + 14);
        for (let apart = 1; apart < 7; apart++) for (const pair of pairsOf(now, apart)) week.add(both(pair));
        for (const one of now) for (const other of next) if (one && other) weeks.add(both([one, other]));
      }
    }
  }
  return (week.value - weeks.value) / (single.value - weeks.value);
}

/** The variance of the change of a platform's total from day to day, relative to that of independent answers. */
function commonChange(prompts: Prompt[]): number {
  let together = 0;
  let alone = 0;
  for (let day = 1; day < DAYS; day++) {
    let total = 0;
    for (const { days } of prompts) {
      for (const [one, other] of pairsOf(days.slice(day - 1, day + 1), 1)) {
        for (const brand of TRACKED.map(String)) {
          const change = Number(other.tracked.has(brand)) - Number(one.tracked.has(brand));
          total += change;
          alone += change ** 2;
        }
      }
    }
    together += total ** 2;
  }
  return together / alone;
}

function pairsOf(days: (Read | undefined)[], apart: number): [Read, Read][] {
  return days.flatMap((one, day): [Read, Read][] => {
    const other = days[day + apart];
    return one && other ? [[one, other]] : [];
  });
}

class Share {
  private hits = 0;
  private all = 0;
  add(isHit: boolean): void {
    this.all++;
    if (isHit) this.hits++;
  }
  get value(): number {
    return this.hits / this.all;
  }
}
