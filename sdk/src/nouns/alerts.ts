import type { AlertChange, AlertToBacktest } from '../inputs.ts';
import { iteratePages } from '../pages.ts';
import { path } from '../path.ts';
import type { AlertQuery, SettingsQuery } from '../queries.ts';
import type { Alert, AlertBacktest, List, NewAlert, ShownAlertSettings } from '../records.ts';
import type { RequestOptions } from '../settings.ts';
import type { Transport } from '../transport.ts';

type Shown<Query> = Query extends { include: 'settings' } ? Alert & ShownAlertSettings : Alert;

export function alertCalls({ json }: Transport) {
  const list = <Query extends AlertQuery = AlertQuery>(query?: Query, options?: RequestOptions) =>
    json<List<Shown<Query>>>({ method: 'GET', path: '/alerts', query }, options);
  return {
    /** One page of alert rules. */
    list,
    iterate: <Query extends AlertQuery = AlertQuery>(query?: Query, options?: RequestOptions) =>
      iteratePages(
        (page: Query) => list(page, options),
        query,
        ({ alert_id }) => alert_id,
      ),
    get: <Query extends SettingsQuery = SettingsQuery>(alertId: string, query?: Query, options?: RequestOptions) =>
      json<Shown<Query>>({ method: 'GET', path: path`/alerts/${alertId}`, query }, options),
    create: (alert: NewAlert, options?: RequestOptions) =>
      json<Alert & ShownAlertSettings>({ method: 'POST', path: '/alerts', query: WITH_SETTINGS, body: alert }, options),
    change: (alertId: string, change: AlertChange, options?: RequestOptions) =>
      json<Alert & ShownAlertSettings>(
        { method: 'PATCH', path: path`/alerts/${alertId}`, query: WITH_SETTINGS, body: change },
        options,
      ),
    delete: (alertId: string, options?: RequestOptions) =>
      json<void>({ method: 'DELETE', path: path`/alerts/${alertId}` }, options),
    /** When a rule would have fired in the past days. */
    backtest: (rule: AlertToBacktest, options?: RequestOptions) =>
      json<AlertBacktest>({ method: 'POST', path: '/alerts/backtest', body: rule }, options),
  };
}

// The response includes the settings that were just sent.
const WITH_SETTINGS: SettingsQuery = { include: 'settings' };
