import { z } from 'zod';
import type { Responses } from '../../route.ts';
import { activity } from '../../v1/activity.ts';
import * as alerts from '../../v1/alerts.ts';
import { annotation } from '../../v1/annotations.ts';
import { attribute, mentionSentence } from '../../v1/attributes.ts';
import { candidate } from '../../v1/competitor-candidates.ts';
import { competitor } from '../../v1/competitor-schemas.ts';
import { delivery, deliveryDetail } from '../../v1/deliveries.ts';
import { eventWithEvidence } from '../../v1/events.ts';
import { gap } from '../../v1/gaps.ts';
import { receivedRequest } from '../../v1/inbox.ts';
import { listOf } from '../../v1/paging.ts';
import { platform } from '../../v1/platforms.ts';
import { searchQuery } from '../../v1/queries.ts';
import { report, reportWithSettings } from '../../v1/report-schemas.ts';
import { retention } from '../../v1/retention.ts';
import { reviewEntry, reviewSummary } from '../../v1/review-schemas.ts';
import { progress } from '../../v1/sandbox.ts';
import * as schemas from '../../v1/schemas.ts';
import { sentimentPoint } from '../../v1/sentiment.ts';
import { significance } from '../../v1/significance.ts';
import { givenSourceType, source, sourceDetail, sourceTypeCount } from '../../v1/source-schemas.ts';
import { crossing, standing } from '../../v1/standings.ts';
import { savedView } from '../../v1/views.ts';
import { replayResult } from '../../v1/webhook-actions.ts';
import { webhookWithSecret, webhookWithSettings } from '../../v1/webhooks.ts';
import * as account from './account.ts';
import { alertActivity, alertNotices, firing } from './alerts.ts';
import * as brand from './brand.ts';
import * as competitors from './competitors.ts';
import * as findings from './findings.ts';
import * as keywords from './keywords.ts';
import * as overview from './overview.ts';
import * as platforms from './platforms.ts';
import * as share from './share.ts';
import { logEntry, webhookActivity } from './webhooks.ts';

const nothing = { 204: z.undefined() };
const dataOf = <Item extends z.ZodType>(item: Item) => z.strictObject({ data: z.array(item) });

/** The dashboard's own routes for an account, under `/dashboard/api`. */
const accountAnswers = {
  'GET /sign-in-options': { 200: account.signInOptions },
  'GET /session': { 200: account.signedIn },
  'POST /session': nothing,
  'DELETE /session': nothing,
  'POST /invitation': { 200: account.seenInvitation },
  'POST /invitation/accept': nothing,
  'POST /share': { 200: share.sharedView },
  'GET /shared/session': { 200: share.sharedView },
  'GET /account': { 200: account.own },
  'POST /account': { 201: account.member },
  'PATCH /account': { 200: account.member },
  'POST /account/password': nothing,
  'POST /account/two-factor': { 200: account.twoFactorSetup },
  'POST /account/two-factor/confirm': { 200: z.strictObject({ recovery_codes: z.array(z.string()) }) },
  'POST /account/two-factor/disable': nothing,
  'GET /sessions': { 200: listOf(account.session) },
  'DELETE /sessions': { 200: z.strictObject({ ended: z.int() }) },
  'DELETE /sessions/:session_id': nothing,
  'GET /members': { 200: listOf(account.member) },
  'PATCH /members/:member_id': { 200: account.member },
  'DELETE /members/:member_id': nothing,
  'GET /members/invitations': { 200: listOf(account.invitation) },
  'POST /members/invitations': { 201: account.newInvitation },
  'DELETE /members/invitations/:invitation_id': nothing,
  'GET /keys': { 200: listOf(account.key) },
  'POST /keys': { 201: account.createdKey },
  'PATCH /keys/:key_id': { 200: account.key },
  'POST /keys/:key_id/revoke': { 200: account.key },
  'GET /oauth-clients': { 200: listOf(account.oauthClient) },
  'POST /oauth-clients': { 201: account.createdOauthClient },
  'POST /oauth-clients/:client_id/revoke': { 200: account.oauthClient },
  'GET /connect': { 200: account.connectRequest },
  'POST /connect': { 200: z.strictObject({ redirect_to: z.string() }) },
  'GET /audit': { 200: listOf(account.auditEntry) },
  'GET /mail': { 200: listOf(account.mail) },
} satisfies Record<string, Responses>;

/** The dashboard's own routes for a workspace, under `/dashboard/api/{live|test}`. */
const workspaceAnswers = {
  'GET /:mode/overview': { 200: overview.score },
  'GET /:mode/overview/voice': { 200: overview.voice },
  'GET /:mode/overview/news': { 200: overview.news },
  'GET /:mode/overview/coverage': { 200: overview.coverage },
  'GET /:mode/comparison': { 200: overview.comparison },
  'GET /:mode/keyword-rows': { 200: listOf(keywords.keywordRow) },
  'GET /:mode/keyword-ids': { 200: z.strictObject({ keyword_ids: z.array(z.string()) }) },
  'GET /:mode/keyword-tags': { 200: keywords.keywordSummary },
  'POST /:mode/keyword-imports': { 200: keywords.importResult },
  'POST /:mode/keyword-actions': { 200: z.strictObject({ changed: z.int() }) },
  'GET /:mode/keywords/:keyword_id/scores': { 200: keywords.keywordScores },
  'GET /:mode/keywords/:keyword_id/moves': { 200: keywords.keywordMoves },
  'GET /:mode/keywords/:keyword_id/answers': { 200: listOf(findings.answerLine) },
  'GET /:mode/answers/:answer_id/view': { 200: findings.answerView },
  'GET /:mode/mentions/sentences': { 200: listOf(findings.mentionSentence) },
  'GET /:mode/citations/pages': { 200: findings.countedList(findings.citedPage) },
  'GET /:mode/citations/keywords': { 200: dataOf(findings.citingKeyword) },
  'GET /:mode/citations/newest': { 200: dataOf(findings.newestCitation).extend({ has_more: z.boolean() }) },
  'GET /:mode/tracked-brands': { 200: dataOf(competitors.rankedBrand) },
  'GET /:mode/share-of-voice': { 200: competitors.voiceHistory },
  'POST /:mode/competitors/preview': { 200: competitors.competitorPreview },
  'GET /:mode/competitors/reread': { 200: brand.rereadState },
  'GET /:mode/brand/state': { 200: brand.brandState },
  'PATCH /:mode/brand': { 200: brand.brandState },
  'POST /:mode/brand/preview': { 200: brand.previewPart },
  'POST /:mode/start': { 200: brand.started },
  'GET /:mode/alert-firings': { 200: listOf(firing) },
  'GET /:mode/alert-notices': { 200: alertNotices },
  'POST /:mode/alert-notices/seen': nothing,
  'GET /:mode/alert-activity': { 200: dataOf(alertActivity) },
  'POST /:mode/reports/:report_id/retry': nothing,
  'GET /:mode/webhook-activity': { 200: dataOf(webhookActivity) },
  'GET /:mode/webhooks/:webhook_id/log': { 200: listOf(logEntry) },
  'GET /:mode/webhooks/:webhook_id/replay-count': { 200: z.strictObject({ events: z.int() }) },
  'GET /:mode/platform-states': { 200: z.strictObject({ platforms: z.array(platforms.platformState) }) },
  'POST /:mode/platform-instances': { 201: z.strictObject({ platform: z.string() }) },
  'DELETE /:mode/platform-instances/:platform': nothing,
  'POST /:mode/platforms/:platform/check': { 200: platforms.keyCheck },
  'POST /:mode/platforms/:platform/verify': { 200: platforms.keyCheck },
  'POST /:mode/plan-today': { 200: z.strictObject({ planned_today: z.int() }) },
  'GET /:mode/budget': { 200: platforms.budgetState },
  'PATCH /:mode/budget': { 200: platforms.budgetState },
  'GET /:mode/estimate': { 200: platforms.estimate },
  'GET /:mode/share-links': { 200: listOf(share.shareLink) },
  'POST /:mode/share-links': { 201: share.newShareLink },
  'DELETE /:mode/share-links/:link_id': nothing,
  'GET /:mode/usage-summary': { 200: platforms.usageSummary },
} satisfies Record<string, Responses>;

/** The API routes that the dashboard calls. `dashboard-contract.test.ts` compares them with their declarations. */
export const apiAnswers = {
  'GET /:mode/activity': { 200: listOf(activity) },
  'GET /:mode/keywords': { 200: listOf(schemas.keyword) },
  'GET /:mode/keywords/:keyword_id': { 200: schemas.keyword },
  'PATCH /:mode/keywords/:keyword_id': { 200: schemas.keyword },
  'DELETE /:mode/keywords/:keyword_id': nothing,
  'GET /:mode/visibility/:keyword_id': { 200: schemas.visibilityDetail },
  'GET /:mode/competitors': { 200: listOf(competitor) },
  'POST /:mode/competitors': { 201: competitor },
  'PATCH /:mode/competitors/:competitor_id': { 200: competitor },
  'DELETE /:mode/competitors/:competitor_id': nothing,
  'GET /:mode/competitors/candidates': { 200: listOf(candidate) },
  'GET /:mode/queries': { 200: listOf(searchQuery) },
  'GET /:mode/review': { 200: listOf(reviewEntry) },
  'GET /:mode/review/summary': { 200: reviewSummary },
  'POST /:mode/review/:review_id/dismiss': { 200: reviewEntry },
  'POST /:mode/review/:review_id/restore': { 200: reviewEntry },
  'GET /:mode/gaps': { 200: listOf(gap) },
  'GET /:mode/standings': { 200: listOf(standing) },
  'GET /:mode/standings/crossings': { 200: listOf(crossing) },
  'GET /:mode/annotations': { 200: listOf(annotation) },
  'POST /:mode/annotations': { 201: annotation },
  'DELETE /:mode/annotations/:annotation_id': nothing,
  'GET /:mode/views': { 200: listOf(savedView) },
  'POST /:mode/views': { 201: savedView },
  'DELETE /:mode/views/:view_id': nothing,
  'GET /:mode/sources?include=evidence': { 200: listOf(source) },
  'GET /:mode/sources/types': { 200: listOf(sourceTypeCount) },
  'GET /:mode/sources/:domain': { 200: sourceDetail },
  'PUT /:mode/sources/:domain': { 200: givenSourceType },
  'DELETE /:mode/sources/:domain': nothing,
  'GET /:mode/attributes': { 200: listOf(attribute) },
  'GET /:mode/mentions/sentiment': { 200: listOf(sentimentPoint) },
  'GET /:mode/sentences': { 200: listOf(mentionSentence) },
  'GET /:mode/significance': { 200: significance },
  'PATCH /:mode/significance': { 200: significance },
  'GET /:mode/retention': { 200: retention },
  'PATCH /:mode/retention': { 200: retention },
  'GET /:mode/events/:event_id': { 200: eventWithEvidence },
  'GET /:mode/alerts?include=settings': { 200: listOf(alerts.alertWithSettings) },
  'POST /:mode/alerts': { 201: alerts.alert },
  'PATCH /:mode/alerts/:alert_id': { 200: alerts.alert },
  'DELETE /:mode/alerts/:alert_id': nothing,
  'POST /:mode/alerts/backtest': { 200: alerts.backtestResult },
  'GET /:mode/reports?include=settings': { 200: listOf(reportWithSettings) },
  'POST /:mode/reports': { 201: report },
  'PATCH /:mode/reports/:report_id': { 200: report },
  'DELETE /:mode/reports/:report_id': nothing,
  'GET /:mode/webhooks/:webhook_id/inbox': { 200: listOf(receivedRequest) },
  'GET /:mode/webhooks?include=settings': { 200: listOf(webhookWithSettings) },
  'POST /:mode/webhooks': { 201: webhookWithSecret },
  'GET /:mode/webhooks/:webhook_id?include=settings': { 200: webhookWithSettings },
  'PATCH /:mode/webhooks/:webhook_id': { 200: schemas.webhook },
  'DELETE /:mode/webhooks/:webhook_id': nothing,
  'POST /:mode/webhooks/:webhook_id/test': { 200: deliveryDetail },
  'POST /:mode/webhooks/:webhook_id/rotate-secret': { 200: webhookWithSecret },
  'POST /:mode/webhooks/:webhook_id/replay': { 202: replayResult },
  'GET /:mode/webhooks/:webhook_id/deliveries/:delivery_id?include=timings': { 200: deliveryDetail },
  'POST /:mode/webhooks/:webhook_id/deliveries/:delivery_id/retry': { 202: delivery },
  'PATCH /:mode/platforms/:platform': { 200: platform },
  'POST /:mode/sandbox/advance': { 200: progress },
} satisfies Record<string, Responses>;

export const ownAnswers = { ...accountAnswers, ...workspaceAnswers };
type OwnAnswers = typeof ownAnswers;

/** One of the dashboard's own routes, as declared in the contract. It is not in the OpenAPI document, so it needs no text. */
export function declared<Call extends keyof OwnAnswers>(call: Call) {
  const [method, path = ''] = call.split(' ');
  return {
    method: method as 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: path.replace(/^\/:mode/, ''),
    responses: ownAnswers[call],
    operation: call,
    summary: call,
  };
}

type Answers = OwnAnswers & typeof apiAnswers;

/** A request of the dashboard: `GET /:mode/overview`. */
export type Call = keyof Answers;

/** The response to it. */
export type AnswerTo<One extends Call> = z.output<Extract<Answers[One][keyof Answers[One]], z.ZodType>>;

/** One record of a list response. */
export type ItemOf<One extends Call> = AnswerTo<One> extends { data: (infer Item)[] } ? Item : never;
