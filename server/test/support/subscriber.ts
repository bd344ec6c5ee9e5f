import type { AppDeps } from '../../src/api/app.ts';
import { createWebhookAgent } from '../../src/webhooks/agent.ts';
import { givenAccount, givenKey } from './app.ts';
import { givenWebhook } from './webhook.ts';

interface Target {
  url: string;
  ca: string;
}

/** An account with a key and one webhook, and a sender that trusts its receiver. */
export async function givenSubscriber(
  server: { url: string; deps: AppDeps },
  receiver: Target,
  secret = 'test secret',
) {
  const { deps } = server;
  const account = await givenAccount(deps);
  const key = await givenKey(deps, account);
  const webhookId = await givenWebhook(server, key, { url: receiver.url, secret });
  const agent = createWebhookAgent({ addresses: deps.addresses, ca: receiver.ca });
  return {
    account,
    key,
    webhookId,
    path: `/api/v1/webhooks/${webhookId}`,
    workspaceId: account.workspaces.test,
    sender: { ...deps, agent },
  };
}
