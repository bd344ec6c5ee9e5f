import { z } from 'zod';
import { readCandidates } from '../../insight/candidates.ts';
import type { Db } from '../../store/db.ts';
import { type Route, route } from '../route.ts';
import { listOf, pageOf, pageQuery } from './paging.ts';

export const candidate = z
  .strictObject({
    name: z.string(),
    mentions: z
      .int()
      .describe('Number of answers that list it, among the newest 2,000 valid answers of the last 30 days.'),
    keywords: z.int().describe('Number of keywords whose answers list it.'),
    platforms: z.array(z.string()),
    context: z.string().describe('The latest sentence that lists it, as plain text.'),
  })
  .meta({
    id: 'CompetitorCandidate',
    description: 'A brand that answers list next to tracked ones, not tracked itself.',
    example: {
      name: 'Trackmill',
      mentions: 112,
      keywords: 9,
      platforms: ['chatgpt', 'claude', 'gemini', 'perplexity'],
      context: 'Trackmill – a lean planner for small teams.',
    },
  });

export function competitorCandidateRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'listCompetitorCandidates',
      summary: 'Untracked brands that at least two recent answers list next to tracked ones, most frequent first',
      method: 'GET',
      path: '/competitors/candidates',
      scope: 'read',
      query: z.object(pageQuery),
      responses: { 200: listOf(candidate) },
      handle: async ({ caller, query }) => pageOf(await readCandidates(db, caller.workspaceId), query),
    }),
  ];
}
