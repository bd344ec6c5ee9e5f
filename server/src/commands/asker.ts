import { parseNetworks } from '../access/ip-list.ts';
import type { SharedTurns } from '../collect/shared-turns.ts';
import { createTransport, type Transport } from '../collect/transport.ts';
import { createRedirectResolver } from '../collect/vertex-redirects.ts';
import { askingIn, type Config, proxyIn } from '../config.ts';
import type { Asker } from '../measure/ask.ts';
import { liveAsker } from '../measure/live-asker.ts';
import { createPlatformChecks, type PlatformChecks } from '../measure/platform-checks.ts';
import { sharedTurns } from '../measure/shared-turns.ts';
import { sandboxAsker } from '../sandbox/asker.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import { publicAddresses } from '../webhooks/address.ts';
import { createWebhookAgent } from '../webhooks/agent.ts';
import type { Service } from './open.ts';
import { platformSettings } from './platform-settings.ts';
import { readPrices } from './prices.ts';

/** For servers that workspaces name themselves: the same addresses as webhooks. */
export function createPublicTransport(config: Config, turns?: SharedTurns): Transport {
  const addresses = publicAddresses(parseNetworks('WEBHOOK_ALLOW_NETWORKS', config.WEBHOOK_ALLOW_NETWORKS));
  const asking = askingIn(config);
  const agent = { addresses, proxy: proxyIn(config), headersTimeout: config.PLATFORM_TIMEOUT_SECONDS * 1000 };
  return createTransport({ ...asking, turns, dispatcher: createWebhookAgent(agent) });
}

/** Only test workspaces use the simulation. A live workspace never gets simulated answers. */
export function chooseAsker({ db, secrets }: Service, config: Config, transport?: Transport): Asker {
  const turns = sharedTurns({ db, secrets });
  const simulated = sandboxAsker(db);
  const settings = platformSettings(config);
  const prices = readPrices(config.PRICES_FILE);
  const publicTransport = createPublicTransport(config, turns);
  const resolve = createRedirectResolver();
  const live = liveAsker({
    db,
    secrets,
    transport: transport ?? createTransport({ ...askingIn(config), turns }),
    publicTransport,
    settings,
    prices,
    unpricedUsd: config.UNPRICED_USD,
    resolve,
  });
  const of = ({ mode }: Workspace) => (mode === 'test' ? simulated : live);
  return {
    ...(live.everywhere && { everywhere: live.everywhere }),
    platforms: (workspace) => of(workspace).platforms(workspace),
    prices: async (workspace) => (await of(workspace).prices?.(workspace)) ?? {},
    ask: (workspace, question, signal) => of(workspace).ask(workspace, question, signal),
  };
}

/** The platform information for the dashboard, from the same settings. */
export function choosePlatformChecks({ db, secrets }: Service, config: Config): PlatformChecks {
  const prices = readPrices(config.PRICES_FILE);
  const [transport, publicTransport] = [createTransport(), createPublicTransport(config)];
  const settings = platformSettings(config);
  const unpricedUsd = config.UNPRICED_USD;
  return createPlatformChecks({ db, secrets, transport, publicTransport, settings, prices, unpricedUsd });
}
