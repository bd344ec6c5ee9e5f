import { z } from 'zod';
import { SENTIMENT_ACCURACY } from '../../base/score-text.ts';
import { addDays, dayOf } from '../../base/time.ts';
import { METRIC_VERSION } from '../../score/metrics.ts';
import { sentimentShares } from '../../score/sentiment-shares.ts';
import { countSentiments } from '../../store/answers/sentiment-days.ts';
import type { Db } from '../../store/db.ts';
import { workspaceTime } from '../../store/workspaces/workspaces.ts';
import { type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { listOf, pageOf, pageQuery } from './paging.ts';
import { rangeOf } from './range.ts';
import * as schemas from './schemas.ts';
import { keywordId, platform } from './text-fields.ts';

const percent = z.int().min(0).max(100);
const interval = z.tuple([percent, percent]);

export const sentimentPoint = z
  .strictObject({
    date: schemas.day.describe('The first day of the period. Of the oldest period, only days from `since` count.'),
    sample_size: z.int().describe('Mentions of your brand. With fewer than 20, do not interpret the shares.'),
    positive: z.int().describe('Mentions with positive sentiment.'),
    neutral: z.int().describe('Mentions without a clear judgement, and mentions in other languages than English.'),
    negative: z.int(),
    positive_share: percent.describe('Percent of `sample_size`. The three shares add up to 100.'),
    neutral_share: percent,
    negative_share: percent,
    positive_interval: interval.describe(`The 95% interval of the labels, not of the truth: ${SENTIMENT_ACCURACY}`),
    negative_interval: interval,
    metric_version: z.int(),
  })
  .meta({
    id: 'SentimentPoint',
    description: 'The sentiment of the mentions in one day or week.',
    example: {
      date: '2026-11-09',
      sample_size: 190,
      positive: 62,
      neutral: 120,
      negative: 8,
      positive_share: 33,
      neutral_share: 63,
      negative_share: 4,
      positive_interval: [26, 40],
      negative_interval: [2, 8],
      metric_version: 1,
    },
  });

const listQuery = z.object({
  ...pageQuery,
  keyword_id: keywordId.optional().describe('Filter by keyword.'),
  platform: platform.optional().describe('Filter by platform.').meta({ example: 'chatgpt' }),
  since: schemas.day.optional().describe('First day.').meta({ example: '2026-10-01' }),
  until: schemas.day.optional().describe('Last day.').meta({ example: '2026-10-31' }),
  interval: z
    .enum(['day', 'week'])
    .default('week')
    .describe('The length of the periods, counted back from the last day.'),
});

export function sentimentRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'listSentiment',
      summary: 'Shares of positive and negative mentions over time, newest first (default: the last 30 days)',
      method: 'GET',
      path: '/mentions/sentiment',
      scope: 'read',
      query: listQuery,
      responses: { 200: listOf(sentimentPoint) },
      async handle({ caller: { workspaceId }, query }) {
        const range = rangeOf(query, await workspaceTime(db, workspaceId));
        const filter = { keywordId: query.keyword_id, platform: query.platform, range };
        const points = sentimentShares(await countSentiments(db, workspaceId, filter), {
          until: addDays(dayOf(range.until), -1),
          stepDays: query.interval === 'day' ? 1 : 7,
        });
        const data = points.map((point) => ({ ...toWire(point), metric_version: METRIC_VERSION }));
        return pageOf(data, query);
      },
    }),
  ];
}
