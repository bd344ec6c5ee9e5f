import { listFailingWebhooks } from '../../store/webhooks/failing.ts';
import type { Finder } from './entry.ts';
import { pageUrl, shortDay } from './links.ts';

/** Webhooks that were disabled after failures, or whose deliveries fail. */
export const findFailingWebhooks: Finder = async ({ db, workspace }) => {
  const webhooks = await listFailingWebhooks(db, workspace.workspaceId);
  return webhooks.map(({ webhookId, url, disabledAt, failures, failingSince }) => {
    const since = disabledAt ?? failingSince ?? workspace.now;
    const { host } = new URL(url);
    return {
      kind: 'webhook_failing' as const,
      subject: webhookId,
      version: since.toISOString(),
      since,
      text: disabledAt
        ? `The webhook to ${host} is disabled since ${shortDay(disabledAt)} because its deliveries failed`
        : `The webhook to ${host} has failed for ${failures} ${failures === 1 ? 'event' : 'events'} since ${shortDay(since)}`,
      nextStep: { text: 'Open its log', url: pageUrl(workspace, `/settings/webhooks/${webhookId}`) },
    };
  });
};
