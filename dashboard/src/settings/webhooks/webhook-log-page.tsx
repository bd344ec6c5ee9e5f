import { Page } from '../../base/page.tsx';

export function WebhookLogPage() {
  return <Page title="Webhook log">{undefined}</Page>;
}
