import { Page } from '../base/page.tsx';

export function AnswerPage() {
  return <Page title="Answer">{undefined}</Page>;
}
