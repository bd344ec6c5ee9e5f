import { Page } from '../base/page.tsx';

export function AlertsPage() {
  return <Page title="Alerts">{undefined}</Page>;
}
