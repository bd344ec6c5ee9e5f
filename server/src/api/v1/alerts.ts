import { z } from 'zod';
import { backtest } from '../../alerts/backtest.ts';
import { changeAlert, checkCompetitor, createAlert, unknownKeyword } from '../../alerts/rules.ts';
import { ApiError, type Problem } from '../../base/errors.ts';
import { invalid } from '../../base/problems.ts';
import { tidiedText } from '../../base/tidy.ts';
import { isMailAddress } from '../../mail/address.ts';
import { ALERT_CONDITIONS } from '../../score/alert.ts';
import { type AlertRule, deleteAlert, findAlert, listAlerts } from '../../store/alerts/alerts.ts';
import type { Db } from '../../store/db.ts';
import { findKeyword } from '../../store/keywords/keywords.ts';
import { loadWorkspace } from '../../store/workspaces/workspaces.ts';
import { type Route, route } from '../route.ts';
import { fromWire, toWire, type Wire } from '../wire.ts';
import { listOf, listPage, pageIn, pageQuery } from './paging.ts';
import * as schemas from './schemas.ts';

const example = {
  alert_id: 'alr_01kab3v7c0e4m8s2w6y1t5r9xz',
  name: 'ChatGPT visibility drop',
  keyword_id: 'kw_01kab3v7c0d2f4h6k8n1q3t5wz',
  platform: 'chatgpt',
  condition: 'below' as const,
  threshold: 40,
  status: 'active' as const,
  created_at: '2026-11-15T08:00:00Z',
};

export const alert = z
  .strictObject({
    alert_id: z.string(),
    name: z.string(),
    keyword_id: z.string().nullable().describe('Null: every keyword, or those with the `tag` of the settings.'),
    platform: z.string().nullable().describe('Null: the overall score.'),
    condition: z.enum(ALERT_CONDITIONS),
    threshold: z
      .int()
      .describe(
        'A score; for `drops_by` and `rises_by` the change in points from the previous seven days. Not used with `overtaken`.',
      ),
    status: z.enum(['active', 'paused']),
    created_at: schemas.timestamp,
  })
  .meta({ id: 'Alert', description: 'A rule that fires when a score crosses a threshold.', example });

const settingsExample = {
  tag: null,
  competitor_id: null,
  only_significant: false,
  email: 'daily' as const,
  recipients: [],
};

export const alertWithSettings = z
  .strictObject({
    ...alert.shape,
    tag: z.string().nullable(),
    competitor_id: z.string().nullable().describe('Only with `overtaken`. Null: any competitor.'),
    only_significant: z.boolean(),
    email: z.enum(['off', 'each', 'daily']),
    recipients: z.array(z.string()),
    email_status: z
      .enum(['not_configured', 'ready'])
      .nullable()
      .describe('`not_configured`: no mail server is configured, so emails are not sent. Null: `email` is `off`.'),
  })
  .meta({ id: 'AlertWithSettings', example: { ...example, ...settingsExample, email_status: 'ready' } });

const MOST_RECIPIENTS = 10;

const ruleFields = {
  keyword_id: z.string().min(1).nullable().default(null).describe('Null: every keyword.'),
  tag: tidiedText({ most: 50 })
    .nullable()
    .default(null)
    .describe('Instead of `keyword_id`: the keywords with this tag, now or later.'),
  platform: z
    .string()
    .regex(/^[a-z][a-z0-9_]{1,39}$/, 'must be a lowercase name such as chatgpt')
    .nullable()
    .default(null)
    .describe('Null: the overall score.'),
  competitor_id: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('Only with `overtaken`: this competitor. Null: any.'),
  condition: z
    .enum(ALERT_CONDITIONS)
    .describe('`overtaken`: a competitor takes the lead in a week that closes, see `GET /standings/crossings`.'),
  threshold: z
    .int()
    .min(0)
    .max(100)
    .optional()
    .describe(
      'Required, except with `overtaken`. A score from 0 to 100: at least 1 with `below`, at most 99 with `above`. Points with `drops_by` and `rises_by`: at least 1.',
    ),
  only_significant: z
    .boolean()
    .default(false)
    .describe('Fire only on a significant change, judged by the 95 % intervals of the score and of its change.'),
};
const settingFields = {
  name: tidiedText({ most: 100 }),
  ...ruleFields,
  email: z
    .enum(['off', 'each', 'daily'])
    .default('off')
    .describe('Also send an email: one for each firing, or one a day with all of them.'),
  recipients: z
    .array(z.string().refine(isMailAddress, 'must be an email address').meta({ format: 'email' }))
    .max(MOST_RECIPIENTS)
    .transform((addresses) => [...new Set(addresses)])
    .default([])
    .describe('Empty: the account’s owner.'),
  status: z.enum(['active', 'paused']).default('active'),
};

const newAlert = z
  .strictObject(settingFields)
  .superRefine(noteProblems)
  .meta({
    id: 'NewAlert',
    description: 'An alert to store. Omitted fields are null, `false`, `off` or `active`.',
    example: {
      name: 'ChatGPT visibility drop',
      platform: 'chatgpt',
      condition: 'below',
      threshold: 40,
      email: 'daily',
    },
  });

const alertChange = z
  .strictObject({
    name: settingFields.name.optional(),
    keyword_id: ruleFields.keyword_id.removeDefault().optional(),
    tag: ruleFields.tag.removeDefault().optional(),
    platform: ruleFields.platform.removeDefault().optional(),
    competitor_id: ruleFields.competitor_id.removeDefault().optional(),
    condition: ruleFields.condition.optional(),
    threshold: ruleFields.threshold,
    only_significant: ruleFields.only_significant.removeDefault().optional(),
    email: settingFields.email.removeDefault().optional(),
    recipients: settingFields.recipients.removeDefault().optional(),
    status: settingFields.status.removeDefault().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Set at least one field, such as name, threshold or status')
  .meta({ id: 'AlertChange', example: { threshold: 35, status: 'active' } });

const includeQuery = {
  include: z
    .enum(['settings'])
    .optional()
    .describe('`settings` adds `tag, competitor_id, only_significant, email, recipients, email_status`.'),
};
const shownAlert = z.union([alert, alertWithSettings]);
const unknownAlert = () => new ApiError(404, 'Alert not found');
const notFound = { 404: 'Alert not found' };

export interface AlertDeps {
  db: Db;
  /** Whether emails are sent and not only stored. */
  sendsMail?: boolean;
}

export function alertRoutes(deps: AlertDeps): Route[] {
  return [...allAlerts(deps), ...oneAlert(deps), backtestRoute(deps)];
}

function allAlerts({ db, sendsMail }: AlertDeps): Route[] {
  const show = showing({ sendsMail });
  return [
    route({
      operation: 'listAlerts',
      summary: 'Alert rules',
      method: 'GET',
      path: '/alerts',
      scope: 'read',
      query: z.object({ ...pageQuery, ...includeQuery }),
      responses: { 200: z.union([listOf(alert), listOf(alertWithSettings)]) },
      async handle({ caller, query }) {
        const { alerts, total } = await listAlerts(db, caller.workspaceId, pageIn(query));
        return listPage(query, { data: alerts.map((rule) => show(rule, query.include)), total });
      },
    }),
    route({
      operation: 'createAlert',
      summary: 'Add an alert rule',
      method: 'POST',
      path: '/alerts',
      scope: 'write',
      query: z.object(includeQuery),
      body: newAlert,
      responses: { 201: shownAlert },
      errors: { 409: 'Alert limit of 100 reached' },
      async handle({ caller, query, body }) {
        const rule = await createAlert(db, await loadWorkspace(db, caller.workspaceId), {
          ...fromWire(body),
          threshold: body.threshold ?? 0,
        });
        const headers = { location: `/api/v1/alerts/${rule.alertId}` };
        return { status: 201, headers, body: show(rule, query.include) };
      },
    }),
  ];
}

function oneAlert({ db, sendsMail }: AlertDeps): Route[] {
  const show = showing({ sendsMail });
  return [
    route({
      operation: 'getAlert',
      summary: 'One alert rule',
      method: 'GET',
      path: '/alerts/:alert_id',
      scope: 'read',
      query: z.object(includeQuery),
      responses: { 200: shownAlert },
      errors: notFound,
      async handle({ caller, params, query }) {
        const rule = await findAlert(db, caller.workspaceId, { alertId: params.alert_id ?? '' });
        if (!rule) throw unknownAlert();
        return { body: show(rule, query.include) };
      },
    }),
    route({
      operation: 'changeAlert',
      summary: 'Change, pause or resume an alert rule',
      method: 'PATCH',
      path: '/alerts/:alert_id',
      scope: 'write',
      query: z.object(includeQuery),
      body: alertChange,
      responses: { 200: shownAlert },
      errors: notFound,
      async handle({ caller, params, query, body }) {
        const rule = await changeAlert(db, caller.workspaceId, {
          alertId: params.alert_id ?? '',
          changes: fromWire(body),
          check: refuseProblems,
        });
        if (!rule) throw unknownAlert();
        return { body: show(rule, query.include) };
      },
    }),
    route({
      operation: 'deleteAlert',
      summary: 'Delete an alert rule',
      method: 'DELETE',
      path: '/alerts/:alert_id',
      scope: 'write',
      responses: { 204: z.undefined() },
      errors: notFound,
      async handle({ caller, params }) {
        if (!(await deleteAlert(db, caller.workspaceId, params.alert_id ?? ''))) throw unknownAlert();
        return { status: 204, body: undefined };
      },
    }),
  ];
}

const LONGEST_DAYS = 90;

const firing = z.strictObject({
  date: schemas.day,
  keyword_id: z.string(),
  keyword: z.string(),
  value: z.int(),
  previous: z
    .int()
    .nullable()
    .describe('The score before; for `drops_by` and `rises_by` that of the seven days before.'),
  trigger_reason: z.string(),
  within_noise: z.boolean().describe('The change may be noise: with `only_significant` the rule would not have fired.'),
});
const firingExample = {
  date: '2026-11-02',
  keyword_id: example.keyword_id,
  keyword: 'crm software',
  value: 38,
  previous: 44,
  trigger_reason:
    'Visibility of "crm software" on ChatGPT fell to 38, below your threshold of 40 (was 44; 95 % interval 24–53 from 40 answers)',
  within_noise: true,
};

export const backtestResult = z
  .strictObject({
    firings: z.array(firing).describe('Newest first, at most 1,000.'),
    summary: z.strictObject({
      firings: z.int(),
      within_noise: z.int(),
      keywords_examined: z.int().describe('At most 500, the oldest.'),
      keywords_matching: z.int(),
      days: z.int(),
      since: schemas.day,
      until: schemas.day,
    }),
  })
  .meta({
    id: 'AlertBacktest',
    example: {
      firings: [firingExample],
      summary: {
        firings: 1,
        within_noise: 1,
        keywords_examined: 1,
        keywords_matching: 1,
        days: 90,
        since: '2026-08-18',
        until: '2026-11-15',
      },
    },
  });

function backtestRoute({ db }: { db: Db }): Route {
  return route({
    operation: 'backtestAlert',
    summary: 'When an alert rule would have fired in the last days',
    method: 'POST',
    path: '/alerts/backtest',
    scope: 'write',
    body: z
      .strictObject({
        ...settingFields,
        name: settingFields.name.optional(),
        days: z.int().min(1).max(LONGEST_DAYS).default(LONGEST_DAYS).describe('How far back.'),
      })
      .superRefine(noteProblems)
      .meta({
        id: 'AlertToBacktest',
        example: { platform: 'chatgpt', condition: 'below', threshold: 40, days: 90 },
      }),
    responses: { 200: backtestResult },
    async handle({ caller, body }) {
      const { days, threshold = 0, ...rule } = fromWire(body);
      if (rule.keywordId !== undefined && !(await findKeyword(db, caller.workspaceId, rule.keywordId))) {
        throw unknownKeyword();
      }
      await checkCompetitor(db, caller.workspaceId, rule.competitorId);
      const workspace = await loadWorkspace(db, caller.workspaceId);
      const { firings, summary } = await backtest(db, workspace, { rule: { ...rule, threshold }, days });
      return { body: { firings: firings.map(toWire), summary: toWire(summary) } };
    },
  });
}

type CheckedFields = Pick<AlertRule, 'keywordId' | 'tag' | 'competitorId' | 'condition'> & {
  threshold?: number | undefined;
};

/** Problems with combinations of fields that are valid on their own. */
function problemsOf({ keywordId, tag, competitorId, condition, threshold }: CheckedFields): Problem[] {
  const problems: Problem[] = [];
  const note = (field: string, message: string) => problems.push({ path: [field], message });
  if (keywordId !== undefined && tag !== undefined) note('tag', 'must be left out when keyword_id is given');
  if (condition === 'overtaken') return problems;
  if (competitorId !== undefined) note('competitor_id', 'must be left out unless condition is overtaken');
  if (threshold === undefined) return [...problems, { path: ['threshold'], message: 'is required' }];
  const isChange = condition === 'drops_by' || condition === 'rises_by';
  if (isChange && threshold < 1) note('threshold', `must be at least 1 with ${condition}`);
  if (condition === 'below' && threshold === 0) note('threshold', neverFires('below 0'));
  if (condition === 'above' && threshold === 100) note('threshold', neverFires('above 100'));
  return problems;
}

const neverFires = (where: string) => `a score is never ${where}, so this rule could never fire`;

function noteProblems(body: Wire<CheckedFields>, context: z.RefinementCtx): void {
  for (const problem of problemsOf(fromWire(body))) context.addIssue({ code: 'custom', ...problem });
}

function refuseProblems(rule: CheckedFields): void {
  const problems = problemsOf(rule);
  if (problems.length > 0) throw invalid(problems);
}

function showing({ sendsMail = false }: Pick<AlertDeps, 'sendsMail'>) {
  return (
    { revision: _, tag, competitorId, onlySignificant, email, recipients, ...rule }: AlertRule,
    include?: 'settings',
  ) => {
    if (include !== 'settings') return toWire(rule);
    const whenOn = sendsMail ? ('ready' as const) : ('not_configured' as const);
    const emailStatus = email === 'off' ? undefined : whenOn;
    return toWire({ ...rule, tag, competitorId, onlySignificant, email, recipients, emailStatus });
  };
}
