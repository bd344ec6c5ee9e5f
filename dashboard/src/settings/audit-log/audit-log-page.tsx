import { Page } from '../../base/page.tsx';

export function AuditLogPage() {
  return <Page title="Audit log">{undefined}</Page>;
}
