import type { ReactNode } from 'react';
import { visibleText, webAddress } from './visible-text.ts';

/** A page on the web. An address that a browser would run, or that is none, is only text. */
export function OutsideLink({ url, children }: { url: string; children?: ReactNode }) {
  const href = webAddress(url);
  const words = children ?? <bdi>{visibleText(url)}</bdi>;
  if (href === undefined) return <span>{words}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {words}
    </a>
  );
}
