import type { WebhookEvent } from '@visibility/sdk';
import type { ClaimedDelivery } from '../../store/webhooks/claim-deliveries.ts';
import { discordMessage } from './discord.ts';
import { messageOf } from './message.ts';
import { slackMessage } from './slack.ts';
import { teamsMessage } from './teams.ts';

/** The body of a delivery in the form that its webhook asks for. Undefined: the event is sent as it is. */
export function makeBody(
  { body, rendering, webhookId }: Pick<ClaimedDelivery, 'body' | 'rendering' | 'webhookId'>,
  baseUrl: string,
): string | undefined {
  if (!rendering || (rendering.format === 'json' && rendering.payload === 'full')) return undefined;
  const event: WebhookEvent = JSON.parse(body);
  const { format, mode, evidence } = rendering;
  if (format === 'json') {
    const { id, type, created_at } = event;
    return JSON.stringify({ id, type, created_at });
  }
  const message = messageOf(event, { evidence, mode, webhookId, baseUrl });
  if (format === 'slack') return JSON.stringify(slackMessage(message));
  if (format === 'teams') return JSON.stringify(teamsMessage(message));
  return JSON.stringify(discordMessage(message, event.created_at));
}
