import { Page } from '../base/page.tsx';

export function CitationsPage() {
  return <Page title="Citations">{undefined}</Page>;
}
