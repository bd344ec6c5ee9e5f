import { Page } from '../../base/page.tsx';

export function KeysPage() {
  return <Page title="API Keys">{undefined}</Page>;
}
