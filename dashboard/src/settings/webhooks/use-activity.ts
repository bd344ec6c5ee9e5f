import type { WebhookActivity } from '../../api/webhooks.ts';
import { WATCH_MS } from '../../api/webhooks.ts';
import { useRead } from '../../base/use-read.ts';

/** The recent activity of each webhook. */
export function useActivity(): (webhookId: string) => WebhookActivity | undefined {
  const { data } = useRead('GET /:mode/webhook-activity', {
    refetchInterval: ({ state }) => (state.data?.data.some(({ pending }) => pending > 0) ? WATCH_MS : false),
    staleTime: 0,
  });
  return (webhookId) => data?.data.find(({ webhook_id }) => webhook_id === webhookId);
}
