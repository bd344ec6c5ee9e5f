import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { KeywordRow } from '../api/keywords.ts';
import { useMode } from '../base/mode.ts';

interface RowLinkProps {
  row: KeywordRow;
  className: string | undefined;
}

/** Link to a keyword. The router's `Link` subscribes to the URL in every row, which makes scrolling slow. */
export function RowLink({ row: { keyword_id: keywordId, keyword }, className }: RowLinkProps) {
  const router = useRouter();
  const mode = useMode();
  function follow(event: MouseEvent) {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isPlain || event.defaultPrevented) return;
    event.preventDefault();
    void router.navigate({ to: '/keywords/$keywordId', params: { keywordId }, search: {} });
  }
  return (
    <a
      href={`/keywords/${encodeURIComponent(keywordId)}${mode === 'live' ? '?mode=live' : ''}`}
      className={className}
      title={keyword}
      onClick={follow}
    >
      <bdi>{keyword}</bdi>
    </a>
  );
}
