import { createTransport, type Transport } from '../collect/transport.ts';
import { createRedirectResolver } from '../collect/vertex-redirects.ts';
import { type Config, platformsIn } from '../config.ts';
import type { Asker } from '../measure/ask.ts';
import { liveAsker } from '../measure/live-asker.ts';
import { createPlatformChecks, type PlatformChecks } from '../measure/platform-checks.ts';
import { sandboxAsker } from '../sandbox/asker.ts';
import type { Workspace } from '../store/workspaces/workspaces.ts';
import type { Service } from './open.ts';
import { readPrices } from './prices.ts';

/** Only test workspaces use the simulation. A live workspace never gets simulated answers. */
export function chooseAsker({ db, secrets }: Service, config: Config, transport: Transport = createTransport()): Asker {
  const simulated = sandboxAsker(db);
  const settings = platformsIn(config);
  const prices = readPrices(config.PRICES_FILE);
  const live = liveAsker({ db, secrets, transport, settings, prices, resolve: createRedirectResolver() });
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
  return createPlatformChecks({ db, secrets, transport: createTransport(), settings: platformsIn(config), prices });
}
