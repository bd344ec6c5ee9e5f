import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { analyze, prepareSubject } from '../analyze/analyze.ts';
import { groupBy } from '../base/group-by.ts';
import { defaultPanel } from '../collect/panel.ts';
import { trueShare } from '../collect/simulated/truth.ts';
import { type PlantedGap, simulatedAnswer, type World } from '../collect/simulated.ts';
import { findGaps, type PromptGap } from '../score/gap-effect.ts';
import { CORRELATION, priorScatter } from '../score/scatter.ts';
import { SANDBOX_KEYWORDS, sandboxSubject, sandboxWorld } from './world.ts';

const PLATFORMS = ['chatgpt', 'claude', 'gemini', 'perplexity'];
const SEEDS = ['test', 'b', 'c'];
const DAYS = [14, 30, 60];
const SCATTER = { phi: priorScatter(8, CORRELATION), df: 60 };

/** One answer, as a gap sees it. */
interface Read {
  day: number;
  prompt: number;
  sources: Set<string>;
  hasPages: boolean;
  hasQueries: boolean;
  hasOwn: boolean;
  hasCompetitor: boolean;
}

const worlds = SEEDS.map((seed) => sandboxWorld(seed)).map((world) => ({ world, cells: readCells(world) }));
const results = DAYS.map((days) => ({ days, ...search(days) }));

test('every seed plants four domains, pages and queries on different keywords and platforms', () => {
  const all = worlds.flatMap(({ world }) => world.gaps);
  for (const kind of ['domain', 'page', 'query']) expect(all.filter((gap) => gap.kind === kind)).toHaveLength(12);
  expect(sandboxWorld('test').gaps).toEqual(worlds[0]?.world.gaps);
  expect(sandboxWorld('b').gaps).not.toEqual(worlds[0]?.world.gaps);
});

test('a planted gap does not change how often a brand is mentioned', () => {
  for (const { world, cells } of worlds) {
    const planted = cells.filter((cell) => plantedIn(world, cell).length > 0);
    const own = planted.flatMap(({ reads }) => reads).filter(({ hasOwn }) => hasOwn).length;
    const truth = planted.map(({ keyword, platform }) => {
      const at = (day: number) => trueShare(world, { brandId: 'brand', keyword, platform, day });
      return (at(0) + at(30) + at(59)) / 3;
    });
    const mean = truth.reduce((sum, one) => sum + one, 0) / truth.length;
    // Own pages that are cited without a mention add about 3 %.
    expect(Math.abs(own / planted.flatMap(({ reads }) => reads).length - mean)).toBeLessThan(0.07);
  }
});

test('what is found is planted, and with enough answers what is planted is found', () => {
  for (const { planted, found, claims, right } of results) {
    expect(right / claims).toBeGreaterThan(0.9);
    expect(found).toBeLessThanOrEqual(planted);
  }
  const [short, month, long] = results.map(({ found, planted }) => found / planted);
  expect(short).toBeGreaterThan(0.1);
  expect(month).toBeGreaterThan(0.45);
  expect(long).toBeGreaterThan(0.9);
});

// `npx vitest run -u --project unit server/src/sandbox/planted-gaps.test.ts` updates the page.
test('docs/statistics.md has these results', async () => {
  const path = fileURLToPath(new URL('../../../docs/statistics.md', import.meta.url));
  const page = readFileSync(path, 'utf8');
  const TABLE = /(?<=^<!-- planted gaps.*-->\n\n)[\s\S]*(?=\n<!-- end of planted gaps -->$)/m;
  const percent = (part: number, all: number) => `${Math.round((100 * part) / all)} %`;
  const rows = results.map(
    ({ days, planted, found, claims, right }) =>
      `| ${days} (${5 * days}) | ${planted} | ${percent(found, planted)} | ${claims} | ${percent(right, claims)} |\n`,
  );
  const head = '| days (answers) | planted | found (recall) | reported | right (precision) |\n|---|---|---|---|---|\n';
  expect(page).toMatch(TABLE);
  await expect(page.replace(TABLE, () => head + rows.join(''))).toMatchFileSnapshot(path);
});

/** How many of the planted gaps are found in the first days, and how many of all reported ones are right. */
function search(days: number) {
  const sums = { planted: 0, found: 0, claims: 0, right: 0 };
  for (const { world, cells } of worlds) {
    for (const cell of cells) {
      const planted = plantedIn(world, cell);
      const claims = gapsOf(cell.reads.filter(({ day }) => day < days)).map(({ source }) => source);
      sums.planted += planted.length;
      sums.found += planted.filter((gap) => claims.includes(nameOf(gap))).length;
      sums.claims += claims.length;
      sums.right += claims.filter((claim) => planted.some((gap) => isPartOf(claim, gap))).length;
    }
  }
  return sums;
}

function plantedIn({ gaps }: World, cell: { keyword: string; platform: string }): PlantedGap[] {
  return gaps.filter((gap) => gap.keyword === cell.keyword.toLowerCase() && gap.platform === cell.platform);
}

function nameOf({ kind, source }: PlantedGap): string {
  return `${kind} ${source}`;
}

/** The gap itself, the domain of a planted page, or a page of a planted domain. */
function isPartOf(claim: string, gap: PlantedGap): boolean {
  if (claim === nameOf(gap)) return true;
  const [kind, source = ''] = claim.split(' ');
  if (gap.kind === 'page') return kind === 'domain' && new URL(gap.source).hostname === source;
  return gap.kind === 'domain' && kind === 'page' && new URL(source).hostname === gap.source;
}

function gapsOf(reads: Read[]) {
  const compared = reads.filter(({ hasCompetitor }) => hasCompetitor);
  const names = new Set(compared.flatMap(({ sources }) => [...sources]));
  const candidates = [...names].map((source) => {
    const others = compared.filter(({ hasPages, hasQueries }) => (source.startsWith('query') ? hasQueries : hasPages));
    return {
      source,
      prompts: [...groupBy(others, ({ prompt }) => prompt).values()].map((mine) => split(mine, source)),
    };
  });
  return findGaps(candidates, { answers: reads.length, scatter: SCATTER });
}

function split(reads: Read[], source: string): PromptGap {
  const counts = { n1: 0, k1: 0, n0: 0, k0: 0 };
  for (const { sources, hasOwn } of reads) {
    const side = sources.has(source) ? 1 : 0;
    counts[`n${side}`]++;
    if (!hasOwn) counts[`k${side}`]++;
  }
  return counts;
}

function readCells(world: World) {
  const subject = prepareSubject(sandboxSubject(world, []));
  return SANDBOX_KEYWORDS.flatMap(({ keyword, language }) =>
    PLATFORMS.map((platform) => {
      const reads = defaultPanel(keyword, language).flatMap((text, prompt) =>
        Array.from({ length: Math.max(...DAYS) }, (_, day): Read[] => {
          const question = { keyword, prompt: text, platform, day, repetition: 0 };
          const { status, answer } = simulatedAnswer(world, question);
          if (status !== 'valid') return [];
          const { mentions, citations } = analyze(answer, subject);
          const pages = citations.filter(({ kind }) => kind === 'cited');
          const foreign = pages.filter(({ owner, domain }) => owner !== 'own' && domain !== 'unresolved');
          const deep = foreign.filter(({ canonicalUrl, domain }) => canonicalUrl !== `https://${domain}`);
          const sources = new Set([
            ...foreign.map(({ domain }) => `domain ${domain}`),
            ...deep.map(({ canonicalUrl }) => `page ${canonicalUrl}`),
            ...answer.queries.map((query) => `query ${query.toLowerCase()}`),
          ]);
          const brands = [...mentions.map(({ brandId }) => brandId), ...pages.map(({ ownerId }) => ownerId)];
          const hasOwn = brands.includes('brand');
          const hasCompetitor = brands.some((id) => id !== undefined && id !== 'brand');
          const searched = { hasPages: pages.length > 0, hasQueries: answer.queries.length > 0 };
          return [{ day, prompt, sources, ...searched, hasOwn, hasCompetitor }];
        }).flat(),
      );
      return { keyword, platform, reads };
    }),
  );
}
