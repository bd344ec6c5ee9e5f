import { expect, test } from 'vitest';
import { defaultPanel } from './panel.ts';
import { trueShare } from './simulated/truth.ts';
import { type SimulatedReply, type Story, simulatedAnswer, type World } from './simulated.ts';

const PLATFORMS = ['chatgpt', 'claude', 'gemini', 'perplexity'];
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ja', 'zh'];

const brand = {
  id: 'brand',
  name: 'Red Kite',
  otherNames: [],
  domain: 'redkite.example',
  level: 0.45,
  shiftChance: 0.2,
  goodwill: 0.7,
  decoys: ['The Red Kites fly here.'],
};

const world: World = {
  seed: 'test',
  brand,
  competitors: [
    { ...brand, id: 'zorvo', name: 'zorvo', domain: 'zorvo.example', level: 0.3, decoys: ['Mr Zorvova agrees.'] },
    {
      ...brand,
      id: 'nelu',
      name: 'Nélu',
      domain: 'nelu.example',
      level: 0.6,
      decoys: ['Call it nelumbo if you like.'],
    },
  ],
  extras: ['Trackmill', 'Pondero', 'Mappello', 'Quillstack', 'Sonderplan'],
  publishers: [{ domain: 'toolreview.example', name: 'Tool Review', language: 'en' }],
  topics: [],
  stories: [],
  gaps: [],
};

const question = { keyword: 'kanban board', prompt: 'Which kanban board?', platform: 'chatgpt', day: 3, repetition: 0 };

const replies = manyReplies();

test('the same question in the same world has the same answer', () => {
  expect(simulatedAnswer(world, question)).toEqual(simulatedAnswer(structuredClone(world), { ...question }));
});

test.each([
  ['seed', { seed: 'other' }, {}],
  ['day', {}, { day: 4 }],
  ['repetition', {}, { repetition: 1 }],
  ['platform', {}, { platform: 'grok' }],
  ['prompt', {}, { prompt: 'Which kanban board is best?' }],
])('a different %s gives a different answer, even if the same brands are mentioned', (_, otherWorld, otherQuestion) => {
  const quiet = { ...world, competitors: [], stories: certain(0) };
  const asked = { ...question, platform: 'copilot' };
  const other = simulatedAnswer({ ...quiet, ...otherWorld }, { ...asked, ...otherQuestion });
  expect(other.answer.text).not.toBe(simulatedAnswer(quiet, asked).answer.text);
});

test('brands are mentioned as often as the true share, on every platform', () => {
  for (const platform of PLATFORMS) {
    for (const { id, name } of brands(world)) {
      let surplus = 0;
      let variance = 0;
      for (const keyword of ['kanban board', 'ボード', 'how to plan']) {
        for (let day = 0; day < 120; day += 2) {
          const share = trueShare(world, { brandId: id, keyword, platform, day });
          for (const { status, answer } of panelReplies(keyword, { platform, day })) {
            if (status !== 'valid') continue;
            surplus += Number(names(answer.text, name)) - share;
            variance += share * (1 - share);
          }
        }
      }
      expect(Math.abs(surplus) / Math.sqrt(variance), `${platform} ${id}`).toBeLessThan(3.3);
    }
  }
});

test.each(LANGUAGES)('in %s a share of 0 never mentions the brand, although its characters occur', (language) => {
  const texts = storyTexts({ language, share: 0 });
  for (const { name } of brands(world)) {
    expect(texts.filter((text) => names(text, name))).toEqual([]);
  }
  expect(texts.some((text) => text.includes('redkite'))).toBe(true);
});

test.each(LANGUAGES)('in %s a share of 1 always mentions every brand', (language) => {
  const texts = storyTexts({ language, share: 1 });
  for (const { name } of brands(world)) {
    expect(texts.filter((text) => !names(text, name))).toEqual([]);
  }
});

test('searching for the characters of a name would count answers that do not mention the brand', () => {
  const texts = storyTexts({ language: 'en', share: 0 }).join('\n');
  expect(texts).toContain('Red Kites');
  expect(texts).toMatch(/https:\/\/(www\.)?redkite\.example\/\w/);
  expect(texts).toContain('`redkite-export.csv`');
});

test('about 1 % of the answers are refused and 1.5 % fail, with a reason and nothing to score', () => {
  const refused = replies.filter(({ status }) => status === 'refused');
  const failed = replies.filter(({ status }) => status === 'failed');
  expect(refused.length / replies.length).toBeCloseTo(0.01, 2);
  expect(failed.length / replies.length).toBeCloseTo(0.015, 2);
  expect(new Set(failed.map(({ reason }) => reason))).toEqual(new Set(['timeout', 'http_503', 'http_429', 'empty']));
  for (const { answer } of failed) expect(answer.text).toBe('');
  for (const { answer, reason } of refused) {
    expect(answer.text.length).toBeLessThan(200);
    expect(reason).toBe('refusal');
  }
  for (const { answer } of [...refused, ...failed]) expect([answer.cited, answer.retrieved]).toEqual([[], []]);
});

test('an answer has 300 to 2,500 characters, no leftover placeholder, and costs nothing', () => {
  for (const { answer } of validReplies(2000)) {
    expect(answer.text.length).toBeGreaterThanOrEqual(300);
    expect(answer.text.length).toBeLessThanOrEqual(2500);
    expect(answer.text).not.toMatch(/\{\w+\}|undefined/);
    expect(answer.costUsd).toBe(0);
    expect(answer.model).toMatch(/^simulated-(chatgpt|claude|gemini|perplexity)-[12]$/);
  }
});

test.each([
  ['numbered lists', /^2\. \*\*/m],
  ['bullet lists', /^[-*] \*\*/m],
  ['tables', /^\|---\|/m],
  ['headings', /^## /m],
  ['links as heads', /^\d\. (\*\*)?\[Red.?Kite\]\(/im],
  ['prose only', /(?<![\s\S])(?![\s\S]*^(\d\.|[-*#|]))/m],
  ['possessives', /Red Kite['’]s/],
  ['hyphens', /Red-Kite/],
  ['names without accents', /Nelu\b/],
])('among the answers are %s', (_, form) => {
  const count = validReplies(4000).filter(({ answer }) => form.test(answer.text)).length;
  expect(count).toBeGreaterThan(5);
});

test('chatgpt cites with a marker after the sentence, with its own parameter in most URLs', () => {
  const cited = citedBy('chatgpt');
  for (const { text, page } of cited) {
    for (const [start, end] of page.spans) {
      expect(text.slice(start, end)).toMatch(/^\(\[[^\]]+\]\(https:\/\/[^)]+\)\)$/);
      expect(text.slice(start, end)).toContain(`(${page.url})`);
    }
  }
  const marked = cited.filter(({ page }) => page.url.includes('utm_source=openai'));
  expect(marked.length / cited.length).toBeGreaterThan(0.7);
  expect(marked.length / cited.length).toBeLessThan(1);
});

test('perplexity cites by number and retrieves more than it cites', () => {
  const some = validReplies(600).filter(({ answer }) => answer.model === 'simulated-perplexity-1');
  let dangling = 0;
  for (const { answer } of some) {
    for (const page of answer.cited) {
      const number = answer.retrieved.findIndex(({ url }) => url === page.url) + 1;
      for (const [start, end] of page.spans) expect(answer.text.slice(start, end)).toBe(`[${number}]`);
    }
    const written = new Set(answer.text.match(/\[\d+\]/g));
    expect(written.size).toBeGreaterThanOrEqual(answer.cited.length);
    dangling += written.size - answer.cited.length;
  }
  expect(dangling).toBeLessThan(20);
  const sum = (count: (reply: SimulatedReply) => number) => some.reduce((total, reply) => total + count(reply), 0);
  expect(sum(({ answer }) => answer.retrieved.length)).toBeGreaterThan(1.3 * sum(({ answer }) => answer.cited.length));
});

test('gemini cites through redirects whose title is the domain, and refers to whole passages', () => {
  const cited = citedBy('gemini');
  for (const { text, page } of cited) {
    expect(page.url).toMatch(
      /^https:\/\/(vertexaisearch\.cloud\.google\.com\/grounding-api-redirect\/|www\.google\.com\/url\?q=https%3A)/,
    );
    expect(page.title).toMatch(/^[a-z]+\.example$/);
    for (const [start, end] of page.spans) expect(text.slice(start, end)).toMatch(/^\S.{10,}[.:。？?]$/);
  }
  expect(cited.some(({ page }) => page.url.includes('www.google.com/url'))).toBe(true);
});

test('gemini sometimes does not report whether it searched, and then cites nothing', () => {
  const silent = validReplies(2000).filter(({ answer }) => answer.searched === undefined);
  expect(silent.length).toBeGreaterThan(5);
  for (const { answer } of silent) {
    expect(answer.requestedModel).toBe('simulated-gemini');
    expect([answer.cited, answer.retrieved, answer.queries]).toEqual([[], [], []]);
  }
});

test('claude cites plain URLs and refers to whole passages', () => {
  for (const { text, page } of citedBy('claude')) {
    expect(page.url).toMatch(/^https:\/\/(www\.)?[a-z]+\.example\//);
    for (const [start, end] of page.spans) expect(text.slice(start, end)).toMatch(/^\S.{10,}[.:。？?]$/);
  }
});

test('the own site is cited far more often by answers that mention the brand', () => {
  const byClaude = Array.from({ length: 20 }, (_, i) => `board ${i}`)
    .flatMap((keyword) => [1, 2, 3, 4].flatMap((day) => panelReplies(keyword, { platform: 'claude', day })))
    .filter(({ status }) => status === 'valid');
  const share = (isNamed: boolean) => {
    const some = byClaude.filter(({ answer }) => names(answer.text, brand.name) === isNamed);
    return some.filter(({ answer }) => answer.cited.some(({ url }) => url.includes(brand.domain))).length / some.length;
  };
  expect(share(true)).toBeGreaterThan(0.25);
  expect(share(false)).toBeLessThan(0.1);
  expect(share(false)).toBeGreaterThan(0);
});

test.each([
  ['de', 'Welche Software ist für kleine Teams die beste?', /\b(und|mit|für)\b/],
  ['fr', 'Quel est le meilleur logiciel pour une petite équipe ?', /\b(pour|avec|une)\b/],
  ['es', '¿Cuál es el mejor software para equipos?', /\b(para|los|una)\b/],
  ['ja', '一番いいツールは何ですか', /[ぁ-ん]/],
  ['zh', '最好的工具是什么', /[的是]/],
  ['en', 'best software for teams', /\b(the|for)\b/],
])('a custom prompt in %s is answered in that language', (_, prompt, sign) => {
  const { text } = simulatedAnswer(world, { ...question, keyword: 'x', prompt }).answer;
  expect(text).toMatch(sign);
});

test('an unknown keyword has its own shares, which are stable most of the time', () => {
  const shares = ['trail running shoes', 'vélo électrique', '電動歯ブラシ', 'bank'].map((keyword) =>
    trueShare(world, { brandId: 'brand', keyword, platform: 'claude', day: 900 }),
  );
  expect(new Set(shares).size).toBe(4);
  for (const share of shares) expect(share).toBeGreaterThan(0.03);
  expect(trueShare(world, { brandId: 'nobody', keyword: 'bank', platform: 'claude', day: 0 })).toBe(0);
});

function brands({ brand: own, competitors }: World) {
  return [own, ...competitors];
}

/** Reads with regular expressions only, so that a bug in the product's own analysis cannot hide here. */
function names(text: string, name: string): boolean {
  const visible = text
    .replace(/```.*?```/gs, '')
    .replace(/`[^`]*`/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/https?:\/\/\S+/g, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').replace(' ', '[ -]?');
  const first = plain.charAt(0);
  const either = first === first.toLowerCase() ? `[${first}${first.toUpperCase()}]` : first;
  return new RegExp(`(?<![a-zA-Z0-9])${either}${plain.slice(1)}(?![a-zA-Z0-9])`).test(visible);
}

function panelReplies(keyword: string, { platform, day }: { platform: string; day: number }): SimulatedReply[] {
  return defaultPanel(keyword, undefined).map((prompt) =>
    simulatedAnswer(world, { keyword, prompt, platform, day, repetition: 0 }),
  );
}

function manyReplies(): SimulatedReply[] {
  return Array.from({ length: 6000 }, (_, i) => {
    const platform = PLATFORMS[i % 4] ?? '';
    const prompt = defaultPanel('kanban board', i % 8 < 6 ? 'en' : LANGUAGES[i % 10])[i % 5] ?? '';
    return simulatedAnswer(world, { keyword: 'kanban board', prompt, platform, day: i % 100, repetition: i });
  });
}

function validReplies(count: number): SimulatedReply[] {
  return replies.slice(0, count).filter(({ status }) => status === 'valid');
}

function citedBy(platform: string) {
  return validReplies(1200)
    .filter(({ answer }) => answer.model === `simulated-${platform}-1`)
    .flatMap(({ answer }) => answer.cited.map((page) => ({ text: answer.text, page })));
}

function certain(share: number): Story[] {
  return brands(world).flatMap(({ id }) =>
    ['kanban board', 'how to plan'].flatMap((keyword) =>
      [...PLATFORMS, 'copilot', 'grok'].map((platform) => ({
        brandId: id,
        keyword,
        platform,
        day: 0,
        before: share,
        after: share,
      })),
    ),
  );
}

/** Valid answers of a world in which every brand has the same fixed share. */
function storyTexts({ language, share }: { language: string; share: number }): string[] {
  const stories = certain(share);
  return PLATFORMS.flatMap((platform) =>
    Array.from({ length: 120 }, (_, i) => {
      const keyword = i % 3 === 0 ? 'how to plan' : 'kanban board';
      const prompt = defaultPanel(keyword, language)[i % 5] ?? '';
      return simulatedAnswer({ ...world, stories }, { keyword, prompt, platform, day: i, repetition: 0 });
    }),
  )
    .filter(({ status }) => status === 'valid')
    .map(({ answer }) => answer.text);
}
