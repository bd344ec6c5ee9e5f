import { Page } from '../../base/page.tsx';

export function BrandPage() {
  return <Page title="Brand">{undefined}</Page>;
}
