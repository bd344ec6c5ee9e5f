import type { Mention } from '@visibility/sdk';
import { z } from 'zod';
import { SENTIMENT_ACCURACY } from '../../base/score-text.ts';
import { type ListedMention, listMentions, type MentionFilter, walkMentions } from '../../store/answers/mentions.ts';
import type { Db } from '../../store/db.ts';
import { workspaceTime } from '../../store/workspaces/workspaces.ts';
import { type Caller, type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { listOf, listPage, pageIn, pageQuery } from './paging.ts';
import { answerQuery, rangeOf } from './range.ts';
import * as schemas from './schemas.ts';

const sentiment = z.enum(['positive', 'neutral', 'negative']);

const mention = z
  .strictObject({
    mention_id: z.string(),
    keyword_id: z.string(),
    keyword: z.string(),
    platform: z.string(),
    position: z.int().min(1).describe('1 is best: the rank in a list, or else the order of mention.'),
    sentiment: sentiment.describe(
      `The judgement close to the brand, by a list of English words. \`neutral\` if there is no clear one, and in other languages. In public test sets, ${SENTIMENT_ACCURACY}`,
    ),
    context: z.string().describe('The sentence with the first mention as plain text, at most 300 characters.'),
    detected_at: schemas.timestamp.describe('When the prompt was sent.'),
    answer_id: z.string().optional().describe('Only with `include=answer_id`: the answer that mentions the brand.'),
  })
  .meta({
    id: 'Mention',
    description: 'An answer that mentions your brand.',
    example: {
      mention_id: 'mnt_01kc3v9d8q5x2m7r4w6y1z0a3b',
      keyword_id: 'kw_01kc3v9d8q5x2m7r4w6y1z0a3c',
      keyword: 'project management software',
      platform: 'chatgpt',
      position: 2,
      sentiment: 'positive',
      context: 'Heron Board is a reliable choice for teams that plan together.',
      detected_at: '2026-01-31T12:00:00Z',
    },
  });

const listQuery = z.object({
  ...pageQuery,
  ...answerQuery,
  sentiment: sentiment.optional().describe('Filter by sentiment.').meta({ example: 'positive' }),
  include: z
    .enum(['answer_id'])
    .optional()
    .describe('`answer_id` adds the id of the answer that mentions the brand.')
    .meta({ example: 'answer_id' }),
});

export function mentionRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'listMentions',
      summary: 'Answers that mention your brand, newest first (default: the last 30 days)',
      method: 'GET',
      path: '/mentions',
      scope: 'read',
      query: listQuery,
      responses: { 200: listOf(mention) },
      async *walk({ caller, query }) {
        const batches = walkMentions(db, caller.workspaceId, await filterOf(db, caller, query));
        for await (const mentions of batches) yield mentions.map((one) => show(one, query.include));
      },
      async handle({ caller, query }) {
        const filter = await filterOf(db, caller, query);
        const { mentions, total } = await listMentions(db, caller.workspaceId, { filter, page: pageIn(query) });
        const data = mentions.map((one) => show(one, query.include));
        return listPage(query, { data, total });
      },
    }),
  ];
}

async function filterOf(db: Db, { workspaceId }: Caller, query: z.output<typeof listQuery>): Promise<MentionFilter> {
  const range = rangeOf(query, await workspaceTime(db, workspaceId));
  return { keywordId: query.keyword_id, platform: query.platform, sentiment: query.sentiment, range };
}

function show({ answerId, ...mention }: ListedMention, include: 'answer_id' | undefined): Mention {
  return toWire(include ? { ...mention, answerId } : mention);
}
