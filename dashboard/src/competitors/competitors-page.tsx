import { Page } from '../base/page.tsx';

export function CompetitorsPage() {
  return <Page title="Competitors">{undefined}</Page>;
}
