import { Page } from '../base/page.tsx';

export function DevelopersPage() {
  return <Page title="Developers">{undefined}</Page>;
}
