import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Alert } from '@visibility/sdk';
import type { AnswerTo, ItemOf } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

export type AlertRule = ItemOf<'GET /:mode/alerts?include=settings'>;

/** The body of a request that creates or changes a rule. */
export type RuleInput = Omit<AlertRule, 'alert_id' | 'created_at' | 'status' | 'email_status'>;

/** What decides when a rule fires. */
export type RuleTest = Omit<RuleInput, 'name' | 'email' | 'recipients'>;

export type AlertActivity = ItemOf<'GET /:mode/alert-activity'>;

export type AlertFired = ItemOf<'GET /:mode/alert-firings'>;

/** A workspace has at most this many rules, so that one page holds them all. */
const MOST_RULES = 100;

export function alertsQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'alerts', 'rules'],
    queryFn: ({ signal }) =>
      request('GET /:mode/alerts?include=settings', { params: { mode }, query: { per_page: MOST_RULES }, signal }),
  });
}

export function alertActivityQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'alerts', 'activity'],
    queryFn: ({ signal }) => request('GET /:mode/alert-activity', { params: { mode }, signal }),
    select: ({ data }) => new Map(data.map((one) => [one.alert_id, one])),
  });
}

export function firingsQuery(mode: Mode, filter: { page: number; per_page: number; alert_id?: string | undefined }) {
  return queryOptions({
    queryKey: [mode, 'alerts', 'firings', filter],
    queryFn: ({ signal }) => request('GET /:mode/alert-firings', { params: { mode }, query: filter, signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

export type AlertNotices = AnswerTo<'GET /:mode/alert-notices'>;

/** The newest alerts, and how many of all the signed-in person has not seen. */
export function alertNoticesQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'alerts', 'notices'],
    queryFn: ({ signal }) => request('GET /:mode/alert-notices', { params: { mode }, signal }),
    refetchInterval: 60_000,
  });
}

export async function markAlertsSeen(client: QueryClient, mode: Mode, eventId: string): Promise<void> {
  await request('POST /:mode/alert-notices/seen', { params: { mode }, body: { event_id: eventId } });
  await client.invalidateQueries({ queryKey: alertNoticesQuery(mode).queryKey });
}

export function backtestQuery(mode: Mode, test: RuleTest) {
  return queryOptions({
    queryKey: [mode, 'alert-backtest', test],
    queryFn: ({ signal }) => request('POST /:mode/alerts/backtest', { params: { mode }, body: test, signal }),
    placeholderData: (previous) => previous,
    retry: false,
  });
}

export function keywordRecordQuery(mode: Mode, keywordId: string) {
  return queryOptions({
    queryKey: [mode, 'keyword-record', keywordId],
    queryFn: ({ signal }) =>
      request('GET /:mode/keywords/:keyword_id', { params: { mode, keyword_id: keywordId }, signal }),
    staleTime: 5 * 60_000,
  });
}

export function createAlert(mode: Mode, input: RuleInput): Promise<Alert> {
  return request('POST /:mode/alerts', { params: { mode }, body: input });
}

export function changeAlert(mode: Mode, alertId: string, change: Partial<RuleInput & Pick<Alert, 'status'>>) {
  return request('PATCH /:mode/alerts/:alert_id', { params: { mode, alert_id: alertId }, body: change });
}

export function deleteAlert(mode: Mode, alertId: string): Promise<void> {
  return request('DELETE /:mode/alerts/:alert_id', { params: { mode, alert_id: alertId } });
}

export function refreshAlerts(client: QueryClient, mode: Mode): Promise<void> {
  return client.invalidateQueries({ queryKey: [mode, 'alerts'] });
}
