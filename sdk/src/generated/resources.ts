// Generated from the OpenAPI document by server/test/sdk-openapi.test.ts. Do not edit.
import type { EventType, EventWithEvidence, WebhookEvent } from '../events.ts';
import { path } from '../path.ts';
import type { List } from '../records.ts';
import type { RequestOptions } from '../settings.ts';
import type { Including, Transport } from '../transport.ts';
import type {
  ActivityQuery,
  AlertQuery,
  AnnotationQuery,
  AnswerQuery,
  AttributeQuery,
  BrandQuery,
  CitationQuery,
  CompetitorNumbersQuery,
  CompetitorQuery,
  CrossingQuery,
  DeliveryDetailQuery,
  DeliveryQuery,
  EstimateQuery,
  EventQuery,
  FindingQuery,
  GapQuery,
  HistoryQuery,
  InboxQuery,
  KeywordQuery,
  MentionQuery,
  PageQuery,
  RangeQuery,
  ReportFileQuery,
  ReportQuery,
  RetentionQuery,
  ReviewQuery,
  SearchQueryQuery,
  SentimentQuery,
  SettingsQuery,
  SourceDetailQuery,
  SourceQuery,
  StandingQuery,
  UsageQuery,
  VisibilityQuery,
  WebhookQuery,
} from './queries.ts';
import type {
  Activity,
  Alert,
  AlertBacktest,
  AlertChange,
  AlertToBacktest,
  Annotation,
  Answer,
  Attribute,
  Brand,
  Citation,
  Competitor,
  CompetitorCandidate,
  CompetitorChange,
  CreatedWebhook,
  Crossing,
  Delivery,
  DeliveryDetail,
  Gap,
  GivenSourceType,
  Keyword,
  KeywordChange,
  Mention,
  MentionSentence,
  Metric,
  NewAlert,
  NewAnnotation,
  NewBrand,
  NewCompetitor,
  NewReport,
  NewSavedView,
  NewWebhook,
  Platform,
  PlatformChange,
  ReceivedRequest,
  Replay,
  ReplayResult,
  Report,
  ReportChange,
  ReportSettings,
  Retention,
  RetentionChange,
  ReviewEntry,
  ReviewSummary,
  SandboxProgress,
  SavedView,
  SearchQuery,
  SecretRotation,
  SentimentPoint,
  SettableSourceType,
  ShownAlertSettings,
  Significance,
  SignificanceChange,
  Source,
  SourceDetail,
  SourceTypeCount,
  Standing,
  Usage,
  UsageEstimate,
  VisibilityDetail,
  VisibilityEvidence,
  VisibilityRecord,
  Webhook,
  WebhookChange,
  WebhookSettings,
} from './records.ts';

export function resourcesOf({ json, file, pages }: Transport) {
  return {
    keywords: {
      /** Tracked keywords. */
      list: (query?: KeywordQuery, options?: RequestOptions) =>
        json<List<Keyword>>({ method: 'GET', path: '/keywords', query }, options),
      iterate: (query?: KeywordQuery, options?: RequestOptions) =>
        pages<Keyword>({ path: '/keywords', query, key: ['keyword_id'] }, options),
      /** One keyword. */
      get: (keywordId: string, options?: RequestOptions) =>
        json<Keyword>({ method: 'GET', path: path`/keywords/${keywordId}` }, options),
      /** Change, pause or resume a keyword. */
      change: (keywordId: string, body: KeywordChange, options?: RequestOptions) =>
        json<Keyword>({ method: 'PATCH', path: path`/keywords/${keywordId}`, body }, options),
      /** Stop tracking a keyword and delete its data. */
      delete: (keywordId: string, options?: RequestOptions) =>
        json<void>({ method: 'DELETE', path: path`/keywords/${keywordId}` }, options),
    },
    visibility: {
      /** Current visibility of every keyword. */
      list: <Query extends VisibilityQuery = VisibilityQuery>(query?: Query, options?: RequestOptions) =>
        json<Including<Query, List<VisibilityRecord>, List<VisibilityRecord & VisibilityEvidence>>>(
          { method: 'GET', path: '/visibility', query },
          options,
        ),
      iterate: <Query extends VisibilityQuery = VisibilityQuery>(query?: Query, options?: RequestOptions) =>
        pages<Including<Query, VisibilityRecord, VisibilityRecord & VisibilityEvidence>>(
          { path: '/visibility', query, key: ['keyword_id'] },
          options,
        ),
      /** One keyword with its history. */
      get: (keywordId: string, query?: HistoryQuery, options?: RequestOptions) =>
        json<VisibilityDetail>({ method: 'GET', path: path`/visibility/${keywordId}`, query }, options),
    },
    review: {
      /** What to review: significant drops and problems, the most important first. */
      list: (query?: ReviewQuery, options?: RequestOptions) =>
        json<List<ReviewEntry>>({ method: 'GET', path: '/review', query }, options),
      iterate: (query?: ReviewQuery, options?: RequestOptions) =>
        pages<ReviewEntry>({ path: '/review', query, key: ['review_id'] }, options),
      /** The score and the significant changes of a period, in sentences (default: the last 30 days). */
      summary: (query?: RangeQuery, options?: RequestOptions) =>
        json<ReviewSummary>({ method: 'GET', path: '/review/summary', query }, options),
      /** Dismiss an entry until there is new evidence. */
      dismiss: (reviewId: string, options?: RequestOptions) =>
        json<ReviewEntry>({ method: 'POST', path: path`/review/${reviewId}/dismiss` }, options),
      /** Restore a dismissed entry. */
      restore: (reviewId: string, options?: RequestOptions) =>
        json<ReviewEntry>({ method: 'POST', path: path`/review/${reviewId}/restore` }, options),
    },
    mentions: {
      /** Answers that mention your brand, newest first (default: the last 30 days). */
      list: (query?: MentionQuery, options?: RequestOptions) =>
        json<List<Mention>>({ method: 'GET', path: '/mentions', query }, options),
      iterate: (query?: MentionQuery, options?: RequestOptions) =>
        pages<Mention>({ path: '/mentions', query, key: ['mention_id'] }, options),
      sentiment: {
        /** Shares of positive and negative mentions over time, newest first (default: the last 30 days). */
        list: (query?: SentimentQuery, options?: RequestOptions) =>
          json<List<SentimentPoint>>({ method: 'GET', path: '/mentions/sentiment', query }, options),
        iterate: (query?: SentimentQuery, options?: RequestOptions) =>
          pages<SentimentPoint>({ path: '/mentions/sentiment', query, key: ['date'] }, options),
      },
    },
    citations: {
      /** Pages that answers cite, newest first (default: the last 30 days). */
      list: (query?: CitationQuery, options?: RequestOptions) =>
        json<List<Citation>>({ method: 'GET', path: '/citations', query }, options),
      iterate: (query?: CitationQuery, options?: RequestOptions) =>
        pages<Citation>({ path: '/citations', query, key: ['citation_id'] }, options),
    },
    queries: {
      /** Web searches that assistants run for your keywords, most frequent first (default: the last 30 days). */
      list: (query?: SearchQueryQuery, options?: RequestOptions) =>
        json<List<SearchQuery>>({ method: 'GET', path: '/queries', query }, options),
      iterate: (query?: SearchQueryQuery, options?: RequestOptions) =>
        pages<SearchQuery>({ path: '/queries', query, key: ['keyword_id', 'query'] }, options),
    },
    sources: {
      /** Domains that answers cite, most cited first (default: the last 30 days). */
      list: (query?: SourceQuery, options?: RequestOptions) =>
        json<List<Source>>({ method: 'GET', path: '/sources', query }, options),
      iterate: (query?: SourceQuery, options?: RequestOptions) =>
        pages<Source>({ path: '/sources', query, key: ['domain'] }, options),
      /** One cited domain, its pages and how often it is cited over time. */
      get: (domain: string, query?: SourceDetailQuery, options?: RequestOptions) =>
        json<SourceDetail>({ method: 'GET', path: path`/sources/${domain}`, query }, options),
      /** Set the type of a domain for this workspace. */
      setType: (domain: string, sourceType: SettableSourceType, options?: RequestOptions) =>
        json<GivenSourceType>(
          { method: 'PUT', path: path`/sources/${domain}`, body: { source_type: sourceType } },
          options,
        ),
      /** Remove the type that this workspace set for a domain. */
      resetType: (domain: string, options?: RequestOptions) =>
        json<void>({ method: 'DELETE', path: path`/sources/${domain}` }, options),
      types: {
        /** How many answers cite each type of source (default: the last 30 days). */
        list: (query?: FindingQuery, options?: RequestOptions) =>
          json<List<SourceTypeCount>>({ method: 'GET', path: '/sources/types', query }, options),
        iterate: (query?: FindingQuery, options?: RequestOptions) =>
          pages<SourceTypeCount>({ path: '/sources/types', query, key: ['source_type'] }, options),
      },
    },
    gaps: {
      /**
       * Domains, pages and searches where competitors are mentioned and you are not, largest effect first (default:
       * the last 30 days).
       */
      list: (query?: GapQuery, options?: RequestOptions) =>
        json<List<Gap>>({ method: 'GET', path: '/gaps', query }, options),
      iterate: (query?: GapQuery, options?: RequestOptions) =>
        pages<Gap>({ path: '/gaps', query, key: ['keyword_id', 'platform', 'kind', 'source'] }, options),
    },
    attributes: {
      /** Reasons for and against a brand, and its roles, most frequent first (default: the last 30 days). */
      list: (query?: AttributeQuery, options?: RequestOptions) =>
        json<List<Attribute>>({ method: 'GET', path: '/attributes', query }, options),
      iterate: (query?: AttributeQuery, options?: RequestOptions) =>
        pages<Attribute>({ path: '/attributes', query, key: ['attribute'] }, options),
    },
    sentences: {
      /** Sentences that mention your brand, most frequent first (default: the last 30 days). */
      list: (query?: FindingQuery, options?: RequestOptions) =>
        json<List<MentionSentence>>({ method: 'GET', path: '/sentences', query }, options),
      iterate: (query?: FindingQuery, options?: RequestOptions) =>
        pages<MentionSentence>({ path: '/sentences', query, key: ['sentence'] }, options),
    },
    brand: {
      /** Your brand with its aliases and domains. */
      get: (options?: RequestOptions) => json<Brand>({ method: 'GET', path: '/brand' }, options),
      /** Set your brand; stored answers are re-analyzed. */
      set: (body: NewBrand, query?: BrandQuery, options?: RequestOptions) =>
        json<Brand>({ method: 'PUT', path: '/brand', query, body }, options),
    },
    competitors: {
      /** Tracked competitors, most visible first. */
      list: (query?: CompetitorQuery, options?: RequestOptions) =>
        json<List<Competitor>>({ method: 'GET', path: '/competitors', query }, options),
      iterate: (query?: CompetitorQuery, options?: RequestOptions) =>
        pages<Competitor>({ path: '/competitors', query, key: ['competitor_id'] }, options),
      /** Track a competitor; stored answers are re-analyzed. */
      create: (body: NewCompetitor, options?: RequestOptions) =>
        json<Competitor>({ method: 'POST', path: '/competitors', body }, options),
      /** One competitor. */
      get: (competitorId: string, query?: CompetitorNumbersQuery, options?: RequestOptions) =>
        json<Competitor>({ method: 'GET', path: path`/competitors/${competitorId}`, query }, options),
      /** Rename a competitor, or change its aliases or domains; stored answers are re-analyzed. */
      change: (competitorId: string, body: CompetitorChange, options?: RequestOptions) =>
        json<Competitor>({ method: 'PATCH', path: path`/competitors/${competitorId}`, body }, options),
      /** Stop tracking a competitor; stored answers are re-analyzed. */
      delete: (competitorId: string, options?: RequestOptions) =>
        json<void>({ method: 'DELETE', path: path`/competitors/${competitorId}` }, options),
      candidates: {
        /** Untracked brands that at least two recent answers list next to tracked ones, most frequent first. */
        list: (query?: PageQuery, options?: RequestOptions) =>
          json<List<CompetitorCandidate>>({ method: 'GET', path: '/competitors/candidates', query }, options),
        iterate: (query?: PageQuery, options?: RequestOptions) =>
          pages<CompetitorCandidate>({ path: '/competitors/candidates', query, key: ['name'] }, options),
      },
    },
    standings: {
      /** Who is ahead on each keyword, platform and competitor, as of the last closed week. */
      list: (query?: StandingQuery, options?: RequestOptions) =>
        json<List<Standing>>({ method: 'GET', path: '/standings', query }, options),
      iterate: (query?: StandingQuery, options?: RequestOptions) =>
        pages<Standing>({ path: '/standings', query, key: ['keyword_id', 'platform', 'competitor_id'] }, options),
      crossings: {
        /** When you overtook a competitor or were overtaken, newest first (default: all weeks). */
        list: (query?: CrossingQuery, options?: RequestOptions) =>
          json<List<Crossing>>({ method: 'GET', path: '/standings/crossings', query }, options),
        iterate: (query?: CrossingQuery, options?: RequestOptions) =>
          pages<Crossing>(
            { path: '/standings/crossings', query, key: ['keyword_id', 'platform', 'competitor_id', 'week_end'] },
            options,
          ),
      },
    },
    answers: {
      /** Stored answers, newest first. */
      list: (query?: AnswerQuery, options?: RequestOptions) =>
        json<List<Answer>>({ method: 'GET', path: '/answers', query }, options),
      iterate: (query?: AnswerQuery, options?: RequestOptions) =>
        pages<Answer>({ path: '/answers', query, key: ['answer_id'] }, options),
      /** One stored answer. */
      get: (answerId: string, options?: RequestOptions) =>
        json<Answer>({ method: 'GET', path: path`/answers/${answerId}` }, options),
    },
    events: {
      /** Events that webhooks receive, newest first. */
      list: (query?: EventQuery, options?: RequestOptions) =>
        json<List<WebhookEvent>>({ method: 'GET', path: '/events', query }, options),
      iterate: (query?: EventQuery, options?: RequestOptions) =>
        pages<WebhookEvent>({ path: '/events', query, key: ['id'] }, options),
      /** One event with its evidence. */
      get: (eventId: string, options?: RequestOptions) =>
        json<EventWithEvidence>({ method: 'GET', path: path`/events/${eventId}` }, options),
    },
    activity: {
      /** Collections finished, platform keys refused, webhooks failing or disabled, newest first. */
      list: (query?: ActivityQuery, options?: RequestOptions) =>
        json<List<Activity>>({ method: 'GET', path: '/activity', query }, options),
      iterate: (query?: ActivityQuery, options?: RequestOptions) =>
        pages<Activity>({ path: '/activity', query, key: ['activity_id'] }, options),
    },
    alerts: {
      /** Alert rules. */
      list: <Query extends AlertQuery = AlertQuery>(query?: Query, options?: RequestOptions) =>
        json<Including<Query, List<Alert>, List<Alert & ShownAlertSettings>>>(
          { method: 'GET', path: '/alerts', query },
          options,
        ),
      iterate: <Query extends AlertQuery = AlertQuery>(query?: Query, options?: RequestOptions) =>
        pages<Including<Query, Alert, Alert & ShownAlertSettings>>(
          { path: '/alerts', query, key: ['alert_id'] },
          options,
        ),
      /** Add an alert rule. */
      create: (body: NewAlert, options?: RequestOptions) =>
        json<Alert & ShownAlertSettings>(
          { method: 'POST', path: '/alerts', query: { include: 'settings' }, body },
          options,
        ),
      /** One alert rule. */
      get: <Query extends SettingsQuery = SettingsQuery>(alertId: string, query?: Query, options?: RequestOptions) =>
        json<Including<Query, Alert, Alert & ShownAlertSettings>>(
          { method: 'GET', path: path`/alerts/${alertId}`, query },
          options,
        ),
      /** Change, pause or resume an alert rule. */
      change: (alertId: string, body: AlertChange, options?: RequestOptions) =>
        json<Alert & ShownAlertSettings>(
          { method: 'PATCH', path: path`/alerts/${alertId}`, query: { include: 'settings' }, body },
          options,
        ),
      /** Delete an alert rule. */
      delete: (alertId: string, options?: RequestOptions) =>
        json<void>({ method: 'DELETE', path: path`/alerts/${alertId}` }, options),
      /** When an alert rule would have fired in the last days. */
      backtest: (body: AlertToBacktest, options?: RequestOptions) =>
        json<AlertBacktest>({ method: 'POST', path: '/alerts/backtest', body }, options),
    },
    annotations: {
      /** Days marked in charts, newest first. */
      list: (query?: AnnotationQuery, options?: RequestOptions) =>
        json<List<Annotation>>({ method: 'GET', path: '/annotations', query }, options),
      iterate: (query?: AnnotationQuery, options?: RequestOptions) =>
        pages<Annotation>({ path: '/annotations', query, key: ['annotation_id'] }, options),
      /** Mark a day in charts. */
      create: (body: NewAnnotation, options?: RequestOptions) =>
        json<Annotation>({ method: 'POST', path: '/annotations', body }, options),
      /** Delete an annotation. */
      delete: (annotationId: string, options?: RequestOptions) =>
        json<void>({ method: 'DELETE', path: path`/annotations/${annotationId}` }, options),
    },
    views: {
      /** Saved views of the dashboard, by name. */
      list: (query?: PageQuery, options?: RequestOptions) =>
        json<List<SavedView>>({ method: 'GET', path: '/views', query }, options),
      iterate: (query?: PageQuery, options?: RequestOptions) =>
        pages<SavedView>({ path: '/views', query, key: ['view_id'] }, options),
      /** Save a view of the dashboard. One of the same name is replaced. */
      create: (body: NewSavedView, options?: RequestOptions) =>
        json<SavedView>({ method: 'POST', path: '/views', body }, options),
      /** Delete a saved view. */
      delete: (viewId: string, options?: RequestOptions) =>
        json<void>({ method: 'DELETE', path: path`/views/${viewId}` }, options),
    },
    metrics: {
      /** The definition of every metric. */
      list: (options?: RequestOptions) => json<List<Metric>>({ method: 'GET', path: '/metrics' }, options),
      iterate: (query?: PageQuery, options?: RequestOptions) =>
        pages<Metric>({ path: '/metrics', query, key: ['id'] }, options),
    },
    significance: {
      /** What counts as a significant change. */
      get: (options?: RequestOptions) => json<Significance>({ method: 'GET', path: '/significance' }, options),
      /** Change what counts as a significant change, from the next week on. */
      change: (body: SignificanceChange, options?: RequestOptions) =>
        json<Significance>({ method: 'PATCH', path: '/significance', body }, options),
    },
    retention: {
      /** How long answers are kept. */
      get: (query?: RetentionQuery, options?: RequestOptions) =>
        json<Retention>({ method: 'GET', path: '/retention', query }, options),
      /** Change how long answers are kept. What is removed cannot be restored. */
      change: (body: RetentionChange, options?: RequestOptions) =>
        json<Retention>({ method: 'PATCH', path: '/retention', body }, options),
    },
    platforms: {
      /** AI platforms, and whether an API key is configured. */
      list: (options?: RequestOptions) => json<List<Platform>>({ method: 'GET', path: '/platforms' }, options),
      iterate: (query?: PageQuery, options?: RequestOptions) =>
        pages<Platform>({ path: '/platforms', query, key: ['platform'] }, options),
      /** Set or remove your own API key for a platform. */
      change: (platform: string, body: PlatformChange, options?: RequestOptions) =>
        json<Platform>({ method: 'PATCH', path: path`/platforms/${platform}`, body }, options),
    },
    usage: {
      /** How many answers were collected, what they cost, and how complete they are. */
      get: (query?: UsageQuery, options?: RequestOptions) =>
        json<Usage>({ method: 'GET', path: '/usage', query }, options),
      /** Estimate the cost of one week. */
      estimate: (query?: EstimateQuery, options?: RequestOptions) =>
        json<UsageEstimate>({ method: 'GET', path: '/usage/estimate', query }, options),
    },
    reports: {
      /** Reports, newest first, including scheduled ones. */
      list: <Query extends ReportQuery = ReportQuery>(query?: Query, options?: RequestOptions) =>
        json<Including<Query, List<Report>, List<Report & ReportSettings>>>(
          { method: 'GET', path: '/reports', query },
          options,
        ),
      iterate: <Query extends ReportQuery = ReportQuery>(query?: Query, options?: RequestOptions) =>
        pages<Including<Query, Report, Report & ReportSettings>>(
          { path: '/reports', query, key: ['report_id'] },
          options,
        ),
      /** Create a report: once, every week or every month. */
      create: (body: NewReport, options?: RequestOptions) =>
        json<Report & ReportSettings>(
          { method: 'POST', path: '/reports', query: { include: 'settings' }, body },
          options,
        ),
      /** The file of a report as it would be now, without storing or sending it. */
      preview: (body: NewReport, options?: RequestOptions) =>
        file({ method: 'POST', path: '/reports/preview', body }, options),
      /** One report. */
      get: <Query extends SettingsQuery = SettingsQuery>(reportId: string, query?: Query, options?: RequestOptions) =>
        json<Including<Query, Report, Report & ReportSettings>>(
          { method: 'GET', path: path`/reports/${reportId}`, query },
          options,
        ),
      /** Change a scheduled report and the reports that follow it. */
      change: (reportId: string, body: ReportChange, options?: RequestOptions) =>
        json<Report & ReportSettings>(
          { method: 'PATCH', path: path`/reports/${reportId}`, query: { include: 'settings' }, body },
          options,
        ),
      /** Delete a report and its file, or end a schedule by deleting its scheduled report. */
      delete: (reportId: string, options?: RequestOptions) =>
        json<void>({ method: 'DELETE', path: path`/reports/${reportId}` }, options),
      /** The file of a report. */
      file: (reportId: string, query?: ReportFileQuery, options?: RequestOptions) =>
        file({ method: 'GET', path: path`/reports/${reportId}/file`, query }, options),
    },
    webhooks: {
      /** Registered webhooks, oldest first. */
      list: <Query extends WebhookQuery = WebhookQuery>(query?: Query, options?: RequestOptions) =>
        json<Including<Query, List<Webhook>, List<Webhook & WebhookSettings>>>(
          { method: 'GET', path: '/webhooks', query },
          options,
        ),
      iterate: <Query extends WebhookQuery = WebhookQuery>(query?: Query, options?: RequestOptions) =>
        pages<Including<Query, Webhook, Webhook & WebhookSettings>>(
          { path: '/webhooks', query, key: ['webhook_id'] },
          options,
        ),
      /** Register a webhook. */
      create: (body: NewWebhook, options?: RequestOptions) =>
        json<CreatedWebhook>({ method: 'POST', path: '/webhooks', body }, options),
      /** One webhook. */
      get: <Query extends SettingsQuery = SettingsQuery>(webhookId: string, query?: Query, options?: RequestOptions) =>
        json<Including<Query, Webhook, Webhook & WebhookSettings>>(
          { method: 'GET', path: path`/webhooks/${webhookId}`, query },
          options,
        ),
      /** Change, disable or enable a webhook. */
      change: (webhookId: string, body: WebhookChange, options?: RequestOptions) =>
        json<Webhook & WebhookSettings>(
          { method: 'PATCH', path: path`/webhooks/${webhookId}`, query: { include: 'settings' }, body },
          options,
        ),
      /** Delete a webhook and its deliveries. */
      delete: (webhookId: string, options?: RequestOptions) =>
        json<void>({ method: 'DELETE', path: path`/webhooks/${webhookId}` }, options),
      /** Send a sample event once and return the receiver’s response. */
      test: (webhookId: string, type: EventType, options?: RequestOptions) =>
        json<DeliveryDetail>({ method: 'POST', path: path`/webhooks/${webhookId}/test`, body: { type } }, options),
      /** Send the events of a time range again. */
      replay: (webhookId: string, body: Replay, options?: RequestOptions) =>
        json<ReplayResult>({ method: 'POST', path: path`/webhooks/${webhookId}/replay`, body }, options),
      /** Replace the secret of a webhook; the old one also signs until the grace period ends. */
      rotateSecret: (webhookId: string, body: SecretRotation = {}, options?: RequestOptions) =>
        json<CreatedWebhook>({ method: 'POST', path: path`/webhooks/${webhookId}/rotate-secret`, body }, options),
      deliveries: {
        /** Deliveries of a webhook, newest first. */
        list: (webhookId: string, query?: DeliveryQuery, options?: RequestOptions) =>
          json<List<Delivery>>({ method: 'GET', path: path`/webhooks/${webhookId}/deliveries`, query }, options),
        iterate: (webhookId: string, query?: DeliveryQuery, options?: RequestOptions) =>
          pages<Delivery>({ path: path`/webhooks/${webhookId}/deliveries`, query, key: ['delivery_id'] }, options),
        /** One delivery with its payload and every attempt. */
        get: (webhookId: string, deliveryId: string, query?: DeliveryDetailQuery, options?: RequestOptions) =>
          json<DeliveryDetail>(
            { method: 'GET', path: path`/webhooks/${webhookId}/deliveries/${deliveryId}`, query },
            options,
          ),
        /** Send the event of a delivery again, as a new delivery, or a pending one now. */
        retry: (webhookId: string, deliveryId: string, options?: RequestOptions) =>
          json<Delivery>(
            { method: 'POST', path: path`/webhooks/${webhookId}/deliveries/${deliveryId}/retry` },
            options,
          ),
      },
      inbox: {
        /** Requests that the built-in inbox received for a webhook, newest first, at most 1000. */
        list: (webhookId: string, query?: InboxQuery, options?: RequestOptions) =>
          json<List<ReceivedRequest>>({ method: 'GET', path: path`/webhooks/${webhookId}/inbox`, query }, options),
        iterate: (webhookId: string, query?: InboxQuery, options?: RequestOptions) =>
          pages<ReceivedRequest>({ path: path`/webhooks/${webhookId}/inbox`, query, key: ['sequence'] }, options),
      },
    },
    sandbox: {
      /** Advance the clock of the test workspace. */
      advance: (seconds: number, options?: RequestOptions) =>
        json<SandboxProgress>({ method: 'POST', path: '/sandbox/advance', body: { seconds } }, options),
    },
  };
}
