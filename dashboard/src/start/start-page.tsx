import { Page } from '../base/page.tsx';

export function StartPage() {
  return <Page title="Start">{undefined}</Page>;
}
