import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Alert, AlertBacktest, Keyword, List, ShownAlertSettings } from '@visibility/sdk';
import type { Mode } from '../base/mode.ts';
import { request, toQuery } from './request.ts';

export type AlertRule = Alert & ShownAlertSettings;

/** A rule as it is sent to be stored. */
export type RuleWish = Omit<AlertRule, 'alert_id' | 'created_at' | 'status' | 'email_status'>;

/** What decides when a rule fires. */
export type RuleTest = Omit<RuleWish, 'name' | 'email' | 'recipients'>;

export interface AlertFired {
  event_id: string;
  fired_at: string;
  alert_id: string;
  alert_name: string;
  keyword_id: string;
  keyword: string;
  current_score: number;
  trigger_reason: string;
  within_noise: boolean;
}

export interface AlertActivity {
  alert_id: string;
  firings: number;
  last_fired_at: string;
}

/** A workspace has at most this many rules, so that one page holds them all. */
const MOST_RULES = 100;

export function alertsQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'alerts', 'rules'],
    queryFn: ({ signal }) =>
      request<List<AlertRule>>(`/${mode}/alerts?${toQuery({ per_page: MOST_RULES, include: 'settings' })}`, { signal }),
  });
}

export function alertActivityQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'alerts', 'activity'],
    queryFn: ({ signal }) => request<{ data: AlertActivity[] }>(`/${mode}/alert-activity`, { signal }),
    select: ({ data }) => new Map(data.map((one) => [one.alert_id, one])),
  });
}

export function firingsQuery(mode: Mode, filter: { page: number; per_page: number; alert_id?: string | undefined }) {
  return queryOptions({
    queryKey: [mode, 'alerts', 'firings', filter],
    queryFn: ({ signal }) => request<List<AlertFired>>(`/${mode}/alert-firings?${toQuery(filter)}`, { signal }),
    placeholderData: (previous, query) => (query?.queryKey[0] === mode ? previous : undefined),
  });
}

export function backtestQuery(mode: Mode, test: RuleTest) {
  return queryOptions({
    queryKey: [mode, 'alert-backtest', test],
    queryFn: ({ signal }) => request<AlertBacktest>(`/${mode}/alerts/backtest`, { method: 'POST', body: test, signal }),
    placeholderData: (previous) => previous,
    retry: false,
  });
}

export function keywordRecordQuery(mode: Mode, keywordId: string) {
  return queryOptions({
    queryKey: [mode, 'keyword-record', keywordId],
    queryFn: ({ signal }) => request<Keyword>(`/${mode}/keywords/${encodeURIComponent(keywordId)}`, { signal }),
    staleTime: 5 * 60_000,
  });
}

export function createAlert(mode: Mode, wish: RuleWish): Promise<AlertRule> {
  return request(`/${mode}/alerts`, { method: 'POST', body: wish });
}

export function changeAlert(mode: Mode, alertId: string, change: Partial<RuleWish & Pick<Alert, 'status'>>) {
  return request<AlertRule>(`/${mode}/alerts/${encodeURIComponent(alertId)}`, { method: 'PATCH', body: change });
}

export function deleteAlert(mode: Mode, alertId: string): Promise<void> {
  return request(`/${mode}/alerts/${encodeURIComponent(alertId)}`, { method: 'DELETE' });
}

export function refreshAlerts(client: QueryClient, mode: Mode): Promise<void> {
  return client.invalidateQueries({ queryKey: [mode, 'alerts'] });
}
