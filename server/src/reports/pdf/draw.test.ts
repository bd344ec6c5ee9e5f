import { expect, test } from 'vitest';
import type { ComparedScore, KeywordScore, ReportContent } from '../content.ts';
import { drawPdf } from './draw.ts';
import { layOut } from './pages.ts';
import { DOWN, MUTED, UP } from './palette.ts';
import { createTypesetter } from './typesetter.ts';

const SCORE: ComparedScore = {
  visibility_score: 54,
  interval: [48, 60],
  sample_size: 280,
  mentions: 151,
  citations: 12,
  previous_score: 50,
  trend: '+8%',
};

const NOTHING: ReportContent = {
  report_id: 'rpt_1',
  name: 'Weekly visibility',
  period_start: '2026-11-02',
  period_end: '2026-11-08',
  made_at: '2026-11-09T00:00:05Z',
  simulated: false,
  brand: null,
  metric_version: 1,
  summary: null,
  platforms: [],
  history: [],
  movers: { up: [], down: [], compared: 0, not_compared: 0, significant: 0 },
  share_of_voice: [],
  cited_pages: { own: [], others: [] },
  measured: { keywords: 0, prompts: 0, questions: 0, valid: 0, truncated: 0, refused: 0, failed: 0, platforms: [] },
  incomplete: [],
  keywords: [],
};

const HOSTILE = '<svg onload="x"/>&amp; {{}} \u202e\u0000 "; </text>';

function reportOf(keywords: string[], text = 'Acme'): ReportContent {
  const scores = keywords.map((keyword, i): KeywordScore => {
    const platforms = { chatgpt: i % 101, [text]: 3 };
    return {
      ...SCORE,
      keyword_id: `kw_${i}`,
      keyword,
      platforms,
      platform_samples: {},
      previous_score: i % 2 ? null : 50,
    };
  });
  const movers = scores.slice(0, 2).map(({ keyword_id, keyword }) => ({
    keyword_id,
    keyword,
    platform: text,
    previous_score: 40,
    visibility_score: 60,
    change: '+20',
    p_value: 0.001,
    significant: true,
  }));
  const page = {
    url: `https://example.com/${text}`,
    domain: 'example.com',
    title: text,
    competitor: text,
    citations: 3,
  };
  const platform = {
    platform: text,
    questions: 300,
    valid: 280,
    truncated: 0,
    refused: 10,
    failed: 10,
    models: [text],
    surfaces: ['api'],
  };
  return {
    ...NOTHING,
    name: text,
    brand: text,
    summary: SCORE,
    platforms: [{ platform: text, ...SCORE }],
    history: ['2026-10-25', '2026-11-01', '2026-11-08'].map((date, i) => ({
      date,
      visibility_score: 50 + i,
      interval: [44, 58],
      sample_size: 280,
      platforms: { [text]: 50 },
    })),
    movers: { up: movers, down: movers, compared: 30, not_compared: 2, significant: 2 },
    share_of_voice: [{ name: text, is_own: true, mentions: 151, share_of_voice: 100, interval: [99, 100] }],
    cited_pages: { own: [page], others: [page] },
    measured: {
      ...NOTHING.measured,
      keywords: keywords.length,
      prompts: 5,
      questions: 300,
      valid: 280,
      platforms: [platform],
    },
    incomplete: [`1 of 2 keywords have no valid answer in this period: ${text}.`],
    keywords: scores,
  };
}

const CASES: [string, ReportContent, number][] = [
  ['nothing at all', NOTHING, 1],
  ['one keyword', reportOf(['running shoes']), 3],
  ['500 keywords', reportOf(Array.from({ length: 500 }, (_, i) => `keyword number ${i}`)), 5],
  ['words that never end', reportOf(['x'.repeat(200), 'many words '.repeat(18)], 'y'.repeat(300)), 6],
  ['hostile text', reportOf([HOSTILE, '=cmd', '%PDF-1.3 endobj'], HOSTILE), 3],
  ['characters that cannot be drawn', reportOf(['最好的跑鞋', '👟'], '跑鞋'), 3],
];

test.each(CASES)('a PDF is drawn of %s', async (_name, content, mostPages) => {
  const bytes = await drawPdf(content);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.subarray(-6).toString()).toContain('%%EOF');
  const pages = bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
  expect(pages).toBeGreaterThan(0);
  expect(pages).toBeLessThanOrEqual(mostPages);
});

test.each(CASES)('a PDF of %s contains no undefined or broken values', (_name, content) => {
  const typeset = createTypesetter([{ name: 'Roboto', covers: () => true }]);
  const { footer, ...document } = layOut(content, typeset);
  const lastLine = typeof footer === 'function' ? footer(1, 2, {} as never) : footer;
  const texts = textsIn([document.content, lastLine]).join('\n');
  expect(texts).not.toMatch(/undefined|NaN|null|\[object|Infinity/);
  expect(texts).toContain('Page 1 of 2');
  expect(texts).toContain('November 2–8, 2026');
  expect(texts).toContain('Methodology');
  expect(texts).toContain('Data gaps');
});

test('a PDF shows scores with their interval, and lists only significant changes', () => {
  const texts = textsIn(
    layOut(
      reportOf(['running shoes', 'trail shoes', 'boots']),
      createTypesetter([{ name: 'Roboto', covers: () => true }]),
    ).content,
  );
  const all = texts.join('');
  expect(all).toContain('AI assistants mentioned Acme in 151 of 280 answers for ');
  expect(all).toContain('The visibility score is 54 (95% interval: 48 to 60). In the previous period it was 50.');
  expect(all).toContain('2 significant changes from up to four previous periods');
  expect(all).toContain('28 other series: no clear change. 2 have too few answers to compare.');
  // One row for each of the two, up and down.
  expect(texts.filter((text) => text === '+20')).toHaveLength(4);
});

const layOutPlain = (content: ReportContent) =>
  layOut(content, createTypesetter([{ name: 'Roboto', covers: () => true }])).content;

test('a PDF of nine answers shows how many are planned, and no score or share of voice', () => {
  const few = { visibility_score: 97, sample_size: 9, mentions: 9, planned: 40, previous_score: null };
  const report = reportOf(['running shoes']);
  const texts = textsIn(
    layOutPlain({
      ...report,
      summary: { ...SCORE, ...few },
      platforms: report.platforms.map((one) => ({ ...one, ...few })),
      keywords: report.keywords.map((one) => ({
        ...one,
        ...few,
        platforms: { chatgpt: 97 },
        platform_samples: { chatgpt: 9 },
      })),
      history: report.history.map((week) => ({ ...week, visibility_score: 97, sample_size: 9 })),
      movers: NOTHING.movers,
    }),
  );
  expect(texts.join('')).toContain('Visibility score: collecting, 9 of 40. A score needs at least 20 answers.');
  // Two cards, the platform and the keyword.
  expect(texts.filter((text) => text === 'collecting, 9 of 40')).toHaveLength(4);
  expect(texts.filter((text) => text.includes('97'))).toEqual([]);
  expect(texts).not.toContain('Share of all tracked brand mentions. Each answer counts once per brand.');
});

test('a PDF colors only significant changes, and writes all of them in points', () => {
  const report = reportOf(['running shoes', 'trail shoes']);
  const [first, second] = report.keywords as [KeywordScore, KeywordScore];
  const runs = (significant: boolean | null) =>
    runsIn(
      layOutPlain({
        ...report,
        summary: { ...SCORE, significant },
        keywords: [
          { ...first, previous_score: 50, significant },
          { ...second, previous_score: 58, significant },
        ],
        movers: NOTHING.movers,
      }),
    );
  expect(runs(true)).toContainEqual({ text: '+4', color: UP, bold: true });
  expect(runs(true)).toContainEqual({ text: '−4', color: DOWN, bold: true });
  for (const significant of [false, null]) {
    const grey = runs(significant);
    expect(grey).toContainEqual({ text: '+4', color: MUTED, bold: false });
    expect(grey).toContainEqual({ text: '−4', color: MUTED, bold: false });
    expect(grey).toContainEqual({ text: '  +4 points', color: MUTED });
    expect(grey.filter(({ color }) => color === UP || color === DOWN)).toEqual([]);
  }
  expect(textsIn(layOutPlain({ ...report, summary: { ...SCORE, significant: false } })).join('')).toContain(
    'There is no clear change from the previous period (50).',
  );
  expect(textsIn(layOutPlain(report)).filter((text) => /[+-]\d+%/.test(text))).toEqual([]);
});

/** Every text with its color and weight. */
function runsIn(node: unknown): { text: string; color?: unknown; bold?: unknown }[] {
  if (Array.isArray(node)) return node.flatMap(runsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { text, stack, columns, ul, table, color, bold } = node as Record<string, unknown>;
  const rows = (table as { body?: unknown } | undefined)?.body;
  const style = { ...(color !== undefined && { color }), ...(bold !== undefined && { bold }) };
  return [
    ...(typeof text === 'string' ? [{ text, ...style }] : []),
    ...[text, stack, columns, ul, rows].flatMap(runsIn),
  ];
}

/** Every text and drawing of a document, in reading order. */
function textsIn(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== 'object' || node === null) return node === undefined ? ['undefined'] : [];
  const { text, stack, columns, ul, table, svg } = node as Record<string, unknown>;
  const rows = (table as { body?: unknown } | undefined)?.body;
  return [text, stack, columns, ul, rows, svg].flatMap((part) => (part === undefined ? [] : textsIn(part)));
}
