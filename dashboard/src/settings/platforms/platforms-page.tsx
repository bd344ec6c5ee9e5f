import { Page } from '../../base/page.tsx';

export function PlatformsPage() {
  return <Page title="Platforms">{undefined}</Page>;
}
