import { z } from 'zod';
import { spansInContext } from '../../analyze/context-spans.ts';
import { tidied } from '../../base/tidy.ts';
import { mentionPlaces } from '../../store/answers/mention-places.ts';
import { listMentions } from '../../store/answers/mentions.ts';
import type { Db } from '../../store/db.ts';
import { workspaceTime } from '../../store/workspaces/workspaces.ts';
import { type Route, route } from '../route.ts';
import { listPage, pageIn, pageQuery } from '../v1/paging.ts';
import { answerQuery, rangeOf } from '../v1/range.ts';
import { toWire } from '../wire.ts';
import { declared } from './contract/contract.ts';
import { sentiment } from './contract/findings.ts';

export const sentenceQuery = z.object({
  ...pageQuery,
  ...answerQuery,
  sentiment: sentiment.optional(),
  tag: tidied.optional(),
});

/** Mentions with the positions of the brand in the sentence. */
export function mentionSentenceRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      ...declared('GET /:mode/mentions/sentences'),
      scope: 'read',
      query: sentenceQuery,
      async handle({ caller: { workspaceId }, query }) {
        const { keyword_id: keywordId, platform, sentiment, tag } = query;
        const range = rangeOf(query, await workspaceTime(db, workspaceId));
        const filter = { keywordId, platform, sentiment, tag, range };
        const { mentions, total } = await listMentions(db, workspaceId, { filter, page: pageIn(query) });
        const answerIds = mentions.map(({ answerId }) => answerId);
        const places = await mentionPlaces(db, workspaceId, answerIds);
        const data = mentions.map((one) => {
          const { text = '', spans = [] } = places.get(one.answerId) ?? {};
          return { ...toWire(one), spans: spansInContext(text, spans, one.context) };
        });
        return listPage(query, { data, total });
      },
    }),
  ];
}
