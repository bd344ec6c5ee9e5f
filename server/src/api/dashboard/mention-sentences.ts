import { z } from 'zod';
import { analyze } from '../../analyze/analyze.ts';
import { loadReader } from '../../measure/reader.ts';
import { listMentions } from '../../store/mentions.ts';
import { OWN_BRAND } from '../../store/readings.ts';
import { findWorkspace } from '../../store/workspaces.ts';
import type { AppDeps } from '../app.ts';
import { type Route, route } from '../route.ts';
import { linksOf, listOf, metaOf, pageQuery } from '../v1/paging.ts';
import { answerQuery, rangeOf } from '../v1/range.ts';
import * as schemas from '../v1/schemas.ts';
import { tidied } from '../v1/words.ts';

const sentiment = z.enum(['positive', 'neutral', 'negative']);

const mention = z.strictObject({
  mention_id: z.string(),
  keyword_id: z.string(),
  keyword: z.string(),
  platform: z.string(),
  position: z.int(),
  sentiment,
  context: z.string(),
  detected_at: schemas.timestamp,
  answer_id: z.string(),
  spans: z.array(z.array(z.int()).length(2)),
});

/** Mentions with the places of the brand's name in the sentence. */
export function mentionSentenceRoutes({ db }: AppDeps): Route[] {
  return [
    route({
      operation: 'listMentionSentences',
      summary: 'Sentences that name the own brand, newest first',
      method: 'GET',
      path: '/mentions/sentences',
      scope: 'read',
      query: z.object({ ...pageQuery, ...answerQuery, sentiment: sentiment.optional(), tag: tidied.optional() }),
      responses: { 200: listOf(mention) },
      async handle({ caller: { workspaceId }, query }) {
        const { page, per_page: perPage, ...shownFilter } = query;
        const workspace = await findWorkspace(db, workspaceId);
        if (!workspace) throw new Error(`no workspace ${workspaceId}`);
        const { keyword_id: keywordId, platform, sentiment, tag } = query;
        const filter = { keywordId, platform, sentiment, tag, range: rangeOf(query, workspace.now) };
        const { mentions, total } = await listMentions(db, workspaceId, { filter, page: { page, perPage } });
        const reader = mentions.length > 0 ? await loadReader(db, workspaceId, workspace.reading) : undefined;
        const data = mentions.map((one) => ({ ...one, spans: reader ? spansIn(one.context, reader) : [] }));
        const shown = { page, perPage, total };
        return { headers: linksOf(shownFilter, shown), body: { data, meta: metaOf(shown) } };
      },
    }),
  ];
}

/** The stored places are those in the whole answer; the sentence was made plain and cut. */
function spansIn(context: string, reader: Parameters<typeof analyze>[1]) {
  const { mentions } = analyze({ text: context, cited: [], retrieved: [] }, reader);
  return mentions.find(({ brandId }) => brandId === OWN_BRAND)?.spans ?? [];
}
