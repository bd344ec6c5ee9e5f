import type { Citation } from '@visibility/sdk';
import { z } from 'zod';
import {
  type CitationFilter,
  type ListedCitation,
  listCitations,
  walkCitations,
} from '../../store/answers/citations.ts';
import type { Db } from '../../store/db.ts';
import { workspaceTime } from '../../store/workspaces/workspaces.ts';
import { type Caller, type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { listOf, listPage, pageIn, pageQuery } from './paging.ts';
import { answerQuery, rangeOf } from './range.ts';
import * as schemas from './schemas.ts';

const citation = z
  .strictObject({
    citation_id: z.string(),
    keyword_id: z.string(),
    keyword: z.string(),
    platform: z.string(),
    url: z.string().describe('The URL as it appears in the answer.'),
    domain: z
      .string()
      .describe(
        'The registrable domain: `acme.io` for `docs.acme.io`. `unresolved`: a redirect with an unknown target.',
      ),
    title: z.string().nullable(),
    position: z.int().min(1).nullable().describe('The position among the cited pages, by their first citation.'),
    context: z.string().nullable().describe('The sentence with the citation, if the platform provides it.'),
    detected_at: schemas.timestamp.describe('When the prompt was sent.'),
    owner: z.enum(['own', 'competitor', 'other']).optional().describe('Only with `scope=all`: the owner of the page.'),
  })
  .meta({
    id: 'Citation',
    description: 'A page that an answer cites.',
    example: {
      citation_id: 'cit_01kc3v9d8q5x2m7r4w6y1z0a3b',
      keyword_id: 'kw_01kc3v9d8q5x2m7r4w6y1z0a3c',
      keyword: 'project management software',
      platform: 'perplexity',
      url: 'https://heronboard.example/guides/planning',
      domain: 'heronboard.example',
      title: 'Planning guide',
      position: 1,
      context: 'Heron Board publishes a planning guide for small teams.',
      detected_at: '2026-01-31T12:00:00Z',
    },
  });

const listQuery = z.object({
  ...pageQuery,
  ...answerQuery,
  scope: z
    .enum(['own', 'all'])
    .default('own')
    .describe('`own`: pages on your own domains. `all`: every cited page, with its `owner`.'),
});

export function citationRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      operation: 'listCitations',
      summary: 'Pages that answers cite, newest first (default: the last 30 days)',
      method: 'GET',
      path: '/citations',
      scope: 'read',
      query: listQuery,
      responses: { 200: listOf(citation) },
      async *walk({ caller, query }) {
        const batches = walkCitations(db, caller.workspaceId, await filterOf(db, caller, query));
        for await (const citations of batches) yield citations.map((one) => show(one, query.scope));
      },
      async handle({ caller, query }) {
        const filter = await filterOf(db, caller, query);
        const { citations, total } = await listCitations(db, caller.workspaceId, { filter, page: pageIn(query) });
        const data = citations.map((one) => show(one, query.scope));
        return listPage(query, { data, total });
      },
    }),
  ];
}

async function filterOf(db: Db, { workspaceId }: Caller, query: z.output<typeof listQuery>): Promise<CitationFilter> {
  const range = rangeOf(query, await workspaceTime(db, workspaceId));
  return { keywordId: query.keyword_id, platform: query.platform, scope: query.scope, range };
}

function show({ owner, ...citation }: ListedCitation, scope: 'own' | 'all'): Citation {
  return toWire(scope === 'all' ? { ...citation, owner } : citation);
}
