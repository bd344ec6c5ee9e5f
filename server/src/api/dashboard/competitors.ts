import { z } from 'zod';
import { LEAST_ANSWERS } from '../../base/score-text.ts';
import { readTrackedBrands } from '../../insight/competitors.ts';
import { readVoiceHistory } from '../../insight/share-of-voice-history.ts';
import type { MeasureDeps } from '../../measure/ask.ts';
import { plannedAnswers, sumPlanned } from '../../measure/planned-answers.ts';
import type { Db } from '../../store/db.ts';
import { findReread } from '../../store/workspaces/readings.ts';
import { findWorkspace } from '../../store/workspaces/workspaces.ts';
import { previewCompetitor } from '../../subject/preview-competitor.ts';
import { type Route, route } from '../route.ts';
import { newCompetitor } from '../v1/competitor-schemas.ts';
import { wholeNumber } from '../v1/paging.ts';
import { boundsOf, rangeQuery } from '../v1/range.ts';
import * as schemas from '../v1/schemas.ts';
import { toWire } from '../wire.ts';
import { declared } from './contract/contract.ts';

const LONGEST_DAYS = 400;
export const voiceQuery = z.object({
  days: wholeNumber(1, LONGEST_DAYS).default(30),
  until: schemas.day.optional(),
  platform: z.string().optional(),
});

/** Your brand compared with its competitors, for the Competitors page. */
export function competitorViewRoutes(deps: MeasureDeps): Route[] {
  return [trackedBrands(deps), voiceHistory(deps), preview(deps), reread(deps)];
}

function trackedBrands({ db, ask }: MeasureDeps): Route {
  return route({
    ...declared('GET /:mode/tracked-brands'),
    scope: 'read',
    query: z.object({ ...rangeQuery, platform: z.string().optional() }),
    async handle({ caller, query: { platform, ...range } }) {
      const brands = await readTrackedBrands(db, caller.workspaceId, { ...boundsOf(range), platform });
      const hasFew = brands.some(({ sampleSize }) => sampleSize < LEAST_ANSWERS);
      const planned = hasFew ? await plannedFor({ db, ask }, caller.workspaceId, platform) : undefined;
      return { body: { data: brands.map((one) => toWire({ ...one, planned })) } };
    },
  });
}

async function plannedFor({ db, ask }: MeasureDeps, workspaceId: string, platform: string | undefined) {
  const workspace = await findWorkspace(db, workspaceId);
  if (!workspace) return undefined;
  return sumPlanned(await plannedAnswers(db, workspace, { platforms: await ask.platforms(workspace) }), platform);
}

function voiceHistory({ db }: { db: Db }): Route {
  return route({
    ...declared('GET /:mode/share-of-voice'),
    scope: 'read',
    query: voiceQuery,
    handle: async ({ caller, query }) => ({ body: toWire(await readVoiceHistory(db, caller.workspaceId, query)) }),
  });
}

function preview({ db }: { db: Db }): Route {
  return route({
    ...declared('POST /:mode/competitors/preview'),
    load: 'read',
    scope: 'write',
    body: z.strictObject({ ...newCompetitor.shape, competitor_id: z.string().optional() }),
    async handle({ caller, body }) {
      const { name, aliases, domain, domains, competitor_id: competitorId } = body;
      const input = { name, aliases, domains: [...new Set([...(domain ? [domain] : []), ...domains])] };
      return { body: toWire(await previewCompetitor(db, caller.workspaceId, { competitorId, input })) };
    },
  });
}

function reread({ db }: { db: Db }): Route {
  return route({
    ...declared('GET /:mode/competitors/reread'),
    scope: 'read',
    async handle({ caller }) {
      const found = await findReread(db, caller.workspaceId);
      const reread = found ? { keywords_done: found.keywordsDone, keywords_total: found.keywordsTotal } : null;
      return { body: { reread } };
    },
  });
}
