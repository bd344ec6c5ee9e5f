import { Page } from '../base/page.tsx';

export function ReportsPage() {
  return <Page title="Reports">{undefined}</Page>;
}
