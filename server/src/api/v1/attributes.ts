import { z } from 'zod';
import { readAttributes } from '../../insight/attributes.ts';
import { toPoints } from '../../score/rounding.ts';
import { wilson } from '../../score/wilson.ts';
import { countSentences } from '../../store/answers/sentences.ts';
import type { Db } from '../../store/db.ts';
import { workspaceTime } from '../../store/workspaces/workspaces.ts';
import { type Caller, type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { listOf, listPage, pageIn, pageOf, pageQuery } from './paging.ts';
import { answerQuery, rangeOf } from './range.ts';
import * as schemas from './schemas.ts';

const percent = z.int().min(0).max(100);

const counts = {
  answers: z.int().describe('Answers that contain it.'),
  platforms: z.record(z.string(), z.int()).describe('`answers` by platform.'),
  first_detected_at: schemas.timestamp,
  last_detected_at: schemas.timestamp,
  answer_id: z.string().describe('The newest of the answers.'),
};
const sentiments = {
  positive: z.int().describe('Of these, mentions of your brand with positive sentiment.'),
  negative: z.int().describe('Of these, with negative sentiment. The rest is unclear.'),
};
const EXAMPLE = {
  answers: 44,
  platforms: { chatgpt: 30, gemini: 14 },
  first_detected_at: '2026-10-17T08:00:00Z',
  last_detected_at: '2026-11-15T09:12:00Z',
  answer_id: 'ans_01kq3v8r5j6n2e7m4c9b0xw1td',
};

export const mentionSentence = z
  .strictObject({
    sentence: z.string().describe('With the first mention in an answer, as plain text, at most 300 characters.'),
    ...counts,
    ...sentiments,
  })
  .meta({
    id: 'MentionSentence',
    description: 'A sentence that mentions your brand, and the answers that contain it.',
    example: { sentence: 'Heron Board is a reliable choice.', positive: 40, negative: 1, ...EXAMPLE },
  });

export const attribute = z
  .strictObject({
    attribute: z.string().describe('A reason, in English, or a role.'),
    kind: z
      .enum(['for', 'against', 'role'])
      .describe(
        'Reasons `for` and `against` the brand are found by lists of English words. A `role` is `top_pick`, `listed`, `passing` or `warned_against`. Of 14 labeled top picks in real answers, 12 are found, and none of 114 other mentions is called one.',
      ),
    ...counts,
    share: percent.describe('Percent of `sample_size` that contain it.'),
    sample_size: z
      .int()
      .describe('The newest answers that mention the brand: at most 2,000, and 8 million characters.'),
    interval: z.tuple([percent, percent]).describe('The 95% interval of `share`.'),
    example: z.string().describe('The sentence in the newest of the answers.'),
  })
  .meta({
    id: 'Attribute',
    description: 'What answers say about a brand: a reason for or against it, or its role in the answer.',
    example: {
      attribute: 'easy to use',
      kind: 'for',
      ...EXAMPLE,
      share: 12,
      sample_size: 367,
      interval: [9, 16],
      example: 'Heron Board is easy to use for small teams.',
    },
  });

const listQuery = z.object({ ...pageQuery, ...answerQuery });

const attributeQuery = listQuery.extend({
  competitor_id: z
    .string()
    .optional()
    .describe('About this competitor instead of your brand.')
    .meta({ example: 'cmp_01kc3v9d8q5x2m7r4w6y1z0a3b' }),
});

export function attributeRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'listAttributes',
      summary: 'Reasons for and against a brand, and its roles, most frequent first (default: the last 30 days)',
      method: 'GET',
      path: '/attributes',
      scope: 'read',
      load: 'read',
      query: attributeQuery,
      responses: { 200: listOf(attribute) },
      async handle({ caller, query }) {
        const filter = await filterOf(db, caller, query);
        const about = { filter, brandId: query.competitor_id };
        const { attributes, sampleSize } = await readAttributes(db, caller.workspaceId, about);
        const data = attributes.map((one) => {
          const share = one.answers / sampleSize;
          const [low, high] = wilson(share, sampleSize);
          const interval: [number, number] = [toPoints(low), toPoints(high)];
          return { ...show(one), share: toPoints(share), sample_size: sampleSize, interval };
        });
        return pageOf(data, query);
      },
    }),
    route({
      operation: 'listSentences',
      summary: 'Sentences that mention your brand, most frequent first (default: the last 30 days)',
      method: 'GET',
      path: '/sentences',
      scope: 'read',
      query: listQuery,
      responses: { 200: listOf(mentionSentence) },
      async handle({ caller, query }) {
        const filter = await filterOf(db, caller, query);
        const { sentences, total } = await countSentences(db, caller.workspaceId, { filter, page: pageIn(query) });
        return listPage(query, { data: sentences.map(show), total });
      },
    }),
  ];
}

/** Platforms are data, not field names. */
function show<Counted extends { platforms: Record<string, number> }>({ platforms, ...counted }: Counted) {
  return { ...toWire(counted), platforms };
}

async function filterOf(db: Db, { workspaceId }: Caller, query: z.output<typeof listQuery>) {
  const range = rangeOf(query, await workspaceTime(db, workspaceId));
  return { keywordId: query.keyword_id, platform: query.platform, range };
}
