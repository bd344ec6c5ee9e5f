import type { ReactNode } from 'react';
import { visibleText, webAddress } from './visible-text.ts';

/** Link to an external page. URLs that are not http or https are shown as text. */
export function OutsideLink({ url, children }: { url: string; children?: ReactNode }) {
  const href = webAddress(url);
  const words = children ?? <bdi>{visibleText(url)}</bdi>;
  if (href === undefined) return <span>{words}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {words}
    </a>
  );
}
