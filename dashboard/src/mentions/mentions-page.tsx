import { Page } from '../base/page.tsx';

export function MentionsPage() {
  return <Page title="Mentions">{undefined}</Page>;
}
