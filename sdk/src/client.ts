import { activityCalls } from './nouns/activity.ts';
import { alertCalls } from './nouns/alerts.ts';
import { annotationCalls, viewCalls } from './nouns/annotations.ts';
import { answerCalls } from './nouns/answers.ts';
import { brandCalls } from './nouns/brand.ts';
import { competitorCalls } from './nouns/competitors.ts';
import { eventCalls } from './nouns/events.ts';
import { citationCalls, gapCalls, mentionCalls, queryCalls, sentenceCalls, themeCalls } from './nouns/findings.ts';
import { keywordCalls } from './nouns/keywords.ts';
import { reportCalls } from './nouns/reports.ts';
import { reviewCalls } from './nouns/review.ts';
import {
  metricCalls,
  platformCalls,
  retentionCalls,
  sandboxCalls,
  significanceCalls,
  usageCalls,
} from './nouns/service.ts';
import { sourceCalls } from './nouns/sources.ts';
import { standingCalls } from './nouns/standings.ts';
import { visibilityCalls } from './nouns/visibility.ts';
import { webhookCalls } from './nouns/webhooks.ts';
import { type ClientOptions, type RateLimit, readOptions } from './settings.ts';
import { createTransport } from './transport.ts';

export type Client = ReturnType<typeof createClient>;

/** A client for one workspace, selected by the API key. The returned object does not expose the key. */
export function createClient(options: ClientOptions) {
  const transport = createTransport(readOptions(options));
  return {
    keywords: keywordCalls(transport),
    visibility: visibilityCalls(transport),
    review: reviewCalls(transport),
    mentions: mentionCalls(transport),
    citations: citationCalls(transport),
    queries: queryCalls(transport),
    sources: sourceCalls(transport),
    gaps: gapCalls(transport),
    themes: themeCalls(transport),
    sentences: sentenceCalls(transport),
    brand: brandCalls(transport),
    competitors: competitorCalls(transport),
    standings: standingCalls(transport),
    answers: answerCalls(transport),
    events: eventCalls(transport),
    activity: activityCalls(transport),
    alerts: alertCalls(transport),
    reports: reportCalls(transport),
    annotations: annotationCalls(transport),
    views: viewCalls(transport),
    metrics: metricCalls(transport),
    platforms: platformCalls(transport),
    significance: significanceCalls(transport),
    retention: retentionCalls(transport),
    usage: usageCalls(transport),
    webhooks: webhookCalls(transport),
    sandbox: sandboxCalls(transport),
    /** The hourly rate limit from the latest response; undefined before the first one. */
    get rateLimit(): RateLimit | undefined {
      return transport.rateLimit;
    },
  };
}
