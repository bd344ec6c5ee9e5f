import { z } from 'zod';
import { addDays, daysBetween } from '../../base/time.ts';
import { keywordScores } from '../../insight/keyword-scores.ts';
import { withChanges } from '../../insight/scored-rows.ts';
import type { MeasureDeps } from '../../measure/ask.ts';
import { WINDOW_DAYS } from '../../score/window.ts';
import { findVisibility } from '../../store/counts/visibility.ts';
import { movesOf } from '../../store/events/keyword-events.ts';
import { findKeyword } from '../../store/keywords/keywords.ts';
import { promptsOf } from '../../store/keywords/panels.ts';
import { JsonText, type Route, route } from '../route.ts';
import { unknownKeyword } from '../v1/keywords.ts';
import * as schemas from '../v1/schemas.ts';
import { toWire } from '../wire.ts';
import { declared } from './contract/contract.ts';
import { keywordMoves } from './contract/keywords.ts';

const LONGEST_DAYS = 400;
const DEFAULT_DAYS = 90;

const rangeQuery = z.object({ since: schemas.day.optional(), until: schemas.day.optional() });

/** The data of a keyword's page: scores with intervals, prompts, and changes. */
export function keywordScoreRoutes(deps: MeasureDeps): Route[] {
  const { db } = deps;
  return [
    route({
      ...declared('GET /:mode/keywords/:keyword_id/scores'),
      scope: 'read',
      query: rangeQuery,
      async handle({ caller: { workspaceId }, params, query }) {
        const keywordId = params.keyword_id ?? '';
        const [keyword, found] = await Promise.all([
          findKeyword(db, workspaceId, keywordId),
          findVisibility(db, workspaceId, keywordId),
        ]);
        if (!keyword) throw unknownKeyword();
        const about = { keyword: toWire(keyword), window_days: WINDOW_DAYS };
        if (!found) {
          const panel = (await promptsOf(db, workspaceId, keywordId)).filter(({ isAsked }) => isAsked);
          const prompts = panel.map(({ promptId, text }) => unanswered(promptId, text));
          return { body: { ...about, record: null, as_of: null, history: [], markers: [], prompts } };
        }
        const { lastDay, reading } = found;
        const until = query.until !== undefined && query.until < lastDay ? query.until : lastDay;
        const since = sinceOf(query.since, until);
        const measured = await keywordScores(db, workspaceId, {
          keywordId,
          reading,
          since,
          until,
          stepDays: 1,
        });
        const published = JSON.parse(
          `${found.doc.slice(0, -1)},${found.evidence},"platform_evidence":${found.platformEvidence}}`,
        );
        const [row] = await withChanges(deps, workspaceId, [{ keywordId, lastDay, reading, record: published }]);
        return { body: { ...about, ...toWire({ record: row?.record }), as_of: lastDay, ...toWire(measured) } };
      },
    }),
    route({
      ...declared('GET /:mode/keywords/:keyword_id/moves'),
      scope: 'read',
      query: rangeQuery,
      async handle({ caller, params, query }) {
        const since = new Date(query.since ?? '1970-01-01');
        const until = query.until === undefined ? undefined : new Date(addDays(query.until, 1));
        const about = { keywordId: params.keyword_id ?? '', since, until };
        if (!(await findKeyword(db, caller.workspaceId, about.keywordId))) throw unknownKeyword();
        const data = await movesOf(db, caller.workspaceId, about);
        return { body: new JsonText(keywordMoves, `{"data":${data}}`) };
      },
    }),
  ];
}

function unanswered(promptId: string, text: string) {
  return { prompt_id: promptId, text, is_asked: true, estimate: null };
}

/** At least the newest day, at most the longest range of the API. */
function sinceOf(since: string | undefined, lastDay: string): string {
  const wanted = since ?? addDays(lastDay, 1 - DEFAULT_DAYS);
  if (wanted > lastDay) return lastDay;
  return daysBetween(wanted, lastDay) > LONGEST_DAYS ? addDays(lastDay, -LONGEST_DAYS) : wanted;
}
