import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CHANGES_NOTHING } from './query-client.ts';
import { read } from './read.ts';
import { type Mode, request } from './request.ts';

/** Dismisses or restores an entry. */
export function useDismiss(mode: Mode) {
  const client = useQueryClient();
  const { queryKey } = read('GET /:mode/review', { params: { mode }, query: { per_page: 100 } });
  return useMutation({
    mutationFn: ({ reviewId, isDismissed }: { reviewId: string; isDismissed: boolean }) => {
      const params = { mode, review_id: reviewId };
      return isDismissed
        ? request('POST /:mode/review/:review_id/dismiss', { params })
        : request('POST /:mode/review/:review_id/restore', { params });
    },
    meta: CHANGES_NOTHING,
    onSuccess: (entry) =>
      client.setQueryData(
        queryKey,
        (old) => old && { ...old, data: old.data.map((one) => (one.review_id === entry.review_id ? entry : one)) },
      ),
  });
}
