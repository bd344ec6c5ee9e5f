import { queryOptions } from '@tanstack/react-query';
import { keywordSummaryQuery } from './keywords.ts';
import { type Mode, request } from './request.ts';

export function keywordQuery(mode: Mode, keywordId: string, { since }: { since: string }) {
  return queryOptions({
    queryKey: [mode, 'visibility', keywordId, since],
    queryFn: ({ signal }) =>
      request('GET /:mode/visibility/:keyword_id', {
        params: { mode, keyword_id: keywordId },
        query: { since },
        signal,
      }),
    placeholderData: (previous) => (previous?.keyword_id === keywordId ? previous : undefined),
  });
}

/** Every tag in use. */
export function tagsQuery(mode: Mode) {
  return queryOptions({ ...keywordSummaryQuery(mode), select: ({ tags }) => tags });
}
