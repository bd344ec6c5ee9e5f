import { Page } from '../../base/page.tsx';

export function WebhooksPage() {
  return <Page title="Webhooks">{undefined}</Page>;
}
