import { expect, test } from 'vitest';
import { defaultPanel, panelProblem } from '../collect/panel.ts';
import { trueShare } from '../collect/simulated/truth.ts';
import { simulatedAnswer, type World } from '../collect/simulated.ts';
import { SANDBOX_KEYWORDS, sandboxSubject, sandboxWorld } from './world.ts';

const PLATFORMS = ['chatgpt', 'claude', 'gemini', 'perplexity'];
const SEEDED_DAYS = 90;
const world = sandboxWorld('sandbox');

test('there are a dozen different keywords with tags, one of them German and one French', () => {
  expect(new Set(SANDBOX_KEYWORDS.map(({ keyword }) => keyword)).size).toBe(12);
  for (const { tags } of SANDBOX_KEYWORDS) expect(tags.length).toBeGreaterThan(0);
  expect(SANDBOX_KEYWORDS.flatMap(({ country, language }) => (country ? [`${language}-${country}`] : []))).toEqual([
    'de-DE',
    'fr-FR',
  ]);
});

test('no default prompt mentions a brand of the world', () => {
  const names = [world.brand, ...world.competitors].map(({ name }) => name);
  for (const { keyword, language } of SANDBOX_KEYWORDS) {
    expect(panelProblem(defaultPanel(keyword, language), names)).toBeUndefined();
  }
});

test('the subject has the given ids, every name and every domain', () => {
  expect(sandboxSubject(world, ['cmp_1', 'cmp_2', 'cmp_3', 'cmp_4'])).toEqual({
    brand: { id: 'brand', aliases: [{ text: 'Heron Board' }, { text: 'HeronBoard' }], domains: ['heronboard.example'] },
    competitors: [
      { id: 'cmp_1', aliases: [{ text: 'Aplomb' }], domains: ['aplomb.example'] },
      { id: 'cmp_2', aliases: [{ text: 'weftly' }], domains: ['weftly.example'] },
      { id: 'cmp_3', aliases: [{ text: 'Cadent7' }], domains: ['cadent7.example'] },
      { id: 'cmp_4', aliases: [{ text: 'Écluse' }], domains: ['ecluse.example'] },
    ],
  });
});

test('the week after seeding brings one clear rise and one clear fall', () => {
  const rise = { keyword: 'kanban board software', platform: 'perplexity' };
  const fall = { keyword: 'gantt chart software', platform: 'chatgpt' };
  for (const seed of ['sandbox', 'another', 'a third']) {
    const some = sandboxWorld(seed);
    expect(namedShare(some, { ...rise, from: 62, to: 90 })).toBeLessThan(0.35);
    expect(namedShare(some, { ...rise, from: 90, to: 97 })).toBeGreaterThan(0.4);
    expect(namedShare(some, { ...rise, from: 97, to: 104 })).toBeGreaterThan(0.65);
    expect(namedShare(some, { ...fall, from: 62, to: 90 })).toBeGreaterThan(0.65);
    expect(namedShare(some, { ...fall, from: 97, to: 104 })).toBeLessThan(0.45);
  }
});

test('seeding ends with a clear change of the brand and one of a competitor', () => {
  const rise = { keyword: 'workload management software', platform: 'claude' };
  const fall = { keyword: 'team collaboration tools', platform: 'chatgpt', name: /\bAplomb\b/ };
  for (const seed of ['sandbox', 'another', 'a third']) {
    const some = sandboxWorld(seed);
    expect(namedShare(some, { ...rise, from: 49, to: 77 })).toBeLessThan(0.35);
    expect(namedShare(some, { ...rise, from: 77, to: 91 })).toBeGreaterThan(0.55);
    expect(namedShare(some, { ...fall, from: 49, to: 77 })).toBeGreaterThan(0.6);
    expect(namedShare(some, { ...fall, from: 77, to: 91 })).toBeLessThan(0.35);
  }
});

test('during seeding the brand has a few true changes, and most series stay level', () => {
  for (const seed of ['sandbox', 'b', 'c', 'd', 'e']) {
    const steps = brandSteps(sandboxWorld(seed), { from: 1, to: SEEDED_DAYS });
    expect(steps.length).toBeGreaterThanOrEqual(3);
    expect(steps.length).toBeLessThanOrEqual(14);
    for (const size of steps) expect(Math.abs(size)).toBeLessThan(0.36);
  }
});

test('changes continue at that rate in later quarters, up and down', () => {
  const steps = brandSteps(world, { from: SEEDED_DAYS, to: 5 * SEEDED_DAYS });
  expect(steps.length / 4).toBeGreaterThan(4);
  expect(steps.length / 4).toBeLessThan(14);
  expect(steps.filter((size) => size > 0).length).toBeGreaterThan(steps.length / 4);
  expect(steps.filter((size) => size < 0).length).toBeGreaterThan(steps.length / 4);
});

test('every page is on a domain that cannot exist, apart from the redirects around it', () => {
  for (const [index, { keyword, language }] of SANDBOX_KEYWORDS.entries()) {
    for (const prompt of defaultPanel(keyword, language)) {
      for (const platform of PLATFORMS) {
        const { answer } = simulatedAnswer(world, { keyword, prompt, platform, day: index, repetition: 0 });
        for (const { url } of [...answer.cited, ...answer.retrieved]) {
          expect(new URL(url).hostname).toMatch(/\.example$|^vertexaisearch\.cloud\.google\.com$|^www\.google\.com$/);
        }
      }
    }
  }
});

function namedShare(
  some: World,
  {
    keyword,
    platform,
    from,
    to,
    name = /\bHeron[ -]?Board\b/,
  }: { keyword: string; platform: string; from: number; to: number; name?: RegExp },
): number {
  let named = 0;
  let valid = 0;
  for (let day = from; day < to; day++) {
    for (const prompt of defaultPanel(keyword, undefined)) {
      for (const repetition of [0, 1]) {
        const { status, answer } = simulatedAnswer(some, { keyword, prompt, platform, day, repetition });
        if (status !== 'valid') continue;
        valid++;
        if (name.test(answer.text)) named++;
      }
    }
  }
  return named / valid;
}

function brandSteps(some: World, { from, to }: { from: number; to: number }): number[] {
  const sizes: number[] = [];
  for (const { keyword } of SANDBOX_KEYWORDS) {
    for (const platform of PLATFORMS) {
      if (some.stories.some((story) => story.keyword === keyword && story.platform === platform)) continue;
      for (let day = from; day < to; day++) {
        const at = (when: number) => trueShare(some, { brandId: 'brand', keyword, platform, day: when });
        const size = at(day) - at(day - 1);
        if (Math.abs(size) > 0.1) sizes.push(size);
      }
    }
  }
  return sizes;
}
