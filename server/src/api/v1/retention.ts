import { z } from 'zod';
import type { Db } from '../../store/db.ts';
import { KEEP_ALL, type Limits } from '../../store/retention/limits.ts';
import { changeRetention, type Retention, readRetention } from '../../subject/retention.ts';
import { type Route, route } from '../route.ts';
import { toWire } from '../wire.ts';
import { wholeNumber } from './paging.ts';
import * as schemas from './schemas.ts';

const LEAST_DAYS = 30;
const MOST_DAYS = 36_500;
const stored = z.int().min(LEAST_DAYS).max(MOST_DAYS).nullable();
const RAW = 'Days to keep the raw replies of platforms. Null: forever. Recommended: 90.';
const TEXT = 'Days to keep answer texts and their sources. Null: forever. Recommended: 396 (13 months).';
const FINDINGS = 'Days to keep single mentions and citations. Null: forever, as recommended. Sums of days always stay.';
const limits = z.strictObject({ raw_days: stored, text_days: stored, findings_days: stored });

export const retention = z
  .strictObject({
    raw_days: stored.describe(RAW),
    text_days: stored.describe(TEXT),
    findings_days: stored.describe(FINDINGS),
    installation: limits.describe('The limits of this installation.'),
    effective: limits.describe('The shorter of both limits. Months are removed when they are entirely older.'),
    removed_before: z
      .strictObject({ raw: schemas.day.nullable(), texts: schemas.day.nullable(), findings: schemas.day.nullable() })
      .describe('Answers before these days no longer have them.'),
    frees_bytes: z.int().describe('About how many bytes are freed when what is too old is removed.'),
  })
  .meta({
    id: 'Retention',
    description: 'How long answers are kept: the limits of the workspace.',
    example: {
      raw_days: 90,
      text_days: null,
      findings_days: null,
      installation: { raw_days: null, text_days: 396, findings_days: null },
      effective: { raw_days: 90, text_days: 396, findings_days: null },
      removed_before: { raw: '2026-08-01', texts: '2025-10-01', findings: null },
      frees_bytes: 41_200_000,
    },
  });

const change = z
  .object({
    raw_days: stored.optional().describe(RAW),
    text_days: stored.optional().describe(TEXT),
    findings_days: stored.optional().describe(FINDINGS),
  })
  .refine((given) => Object.keys(given).length > 0, 'Set at least one of raw_days, text_days and findings_days')
  .meta({ id: 'RetentionChange', description: 'Null: forever.', example: { text_days: 396 } });

const days = wholeNumber(LEAST_DAYS, MOST_DAYS).optional();

export interface RetentionRouteDeps {
  db: Db;
  /** The limits of the installation. Default: everything is kept. */
  keep?: Limits;
}

/** How long a workspace keeps replies, texts and findings. */
export function retentionRoutes({ db, keep: installation = KEEP_ALL }: RetentionRouteDeps): Route[] {
  return [
    route({
      operation: 'getRetention',
      summary: 'How long answers are kept',
      method: 'GET',
      path: '/retention',
      scope: 'read',
      query: z.object({
        raw_days: days.describe('Show what this limit would free, without setting it.').meta({ example: 90 }),
        text_days: days.describe('Likewise.').meta({ example: 396 }),
        findings_days: days.describe('Likewise.').meta({ example: 1_096 }),
      }),
      responses: { 200: retention },
      async handle({ caller, query }) {
        const asked = { rawDays: query.raw_days, textDays: query.text_days, findingsDays: query.findings_days };
        const others = Object.fromEntries(Object.entries(asked).filter(([, one]) => one !== undefined));
        return { body: show(await readRetention(db, caller.workspaceId, { installation, others }), installation) };
      },
    }),
    route({
      operation: 'changeRetention',
      summary: 'Change how long answers are kept. What is removed cannot be restored',
      method: 'PATCH',
      path: '/retention',
      scope: 'write',
      body: change,
      responses: { 200: retention },
      errors: { 403: 'Only an owner can do this' },
      async handle({ caller, body }) {
        const { raw_days: rawDays, text_days: textDays, findings_days: findingsDays } = body;
        await changeRetention(db, caller.workspaceId, { change: { rawDays, textDays, findingsDays }, by: caller.by });
        return { body: show(await readRetention(db, caller.workspaceId, { installation }), installation) };
      },
    }),
  ];
}

function show({ own, ...rest }: Retention, installation: Limits) {
  return toWire({ ...own, installation, ...rest });
}
