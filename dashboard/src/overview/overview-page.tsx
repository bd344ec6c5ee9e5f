import { Page } from '../base/page.tsx';

export function OverviewPage() {
  return <Page title="Overview">{undefined}</Page>;
}
