import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerTo, ItemOf } from '@visibility/server/contract';
import { type Mode, request } from './request.ts';

export type ReviewEntry = ItemOf<'GET /:mode/review'>;
export type ReviewSummary = AnswerTo<'GET /:mode/review/summary'>;

export function reviewQuery(mode: Mode) {
  return queryOptions({
    queryKey: [mode, 'review'],
    queryFn: ({ signal }) => request('GET /:mode/review', { params: { mode }, query: { per_page: 100 }, signal }),
  });
}

export function summaryQuery(mode: Mode, since: string) {
  return queryOptions({
    queryKey: [mode, 'review', 'summary', since],
    queryFn: ({ signal }) => request('GET /:mode/review/summary', { params: { mode }, query: { since }, signal }),
  });
}

/** Dismisses or restores an entry. */
export function useDismiss(mode: Mode) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ reviewId, isDismissed }: { reviewId: string; isDismissed: boolean }) => {
      const params = { mode, review_id: reviewId };
      return isDismissed
        ? request('POST /:mode/review/:review_id/dismiss', { params })
        : request('POST /:mode/review/:review_id/restore', { params });
    },
    onSuccess: (entry) =>
      client.setQueryData(
        reviewQuery(mode).queryKey,
        (old) => old && { ...old, data: old.data.map((one) => (one.review_id === entry.review_id ? entry : one)) },
      ),
  });
}
