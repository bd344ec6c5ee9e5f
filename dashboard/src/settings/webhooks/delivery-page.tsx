import { Page } from '../../base/page.tsx';

export function DeliveryPage() {
  return <Page title="Delivery">{undefined}</Page>;
}
