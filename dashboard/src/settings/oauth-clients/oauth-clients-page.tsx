import { Page } from '../../base/page.tsx';

export function OauthClientsPage() {
  return <Page title="OAuth clients">{undefined}</Page>;
}
