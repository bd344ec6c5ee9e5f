import { Page } from '../../base/page.tsx';

export function UsagePage() {
  return <Page title="Plan & usage">{undefined}</Page>;
}
