import { platformName } from '../../collect/platform-name.ts';
import { platformHealth } from '../../store/questions/platform-health.ts';
import type { Finder } from './entry.ts';
import { pageUrl, shortDay } from './links.ts';

/** A single failed reply is usually repeated with success. */
const LEAST_FAILURES = 3;

/** Platforms that only return errors, such as a refused API key. */
export const findFailingPlatforms: Finder = async ({ db, workspace }) => {
  // The simulated platforms of a sandbox have no key.
  if (workspace.mode === 'test') return [];
  const health = await platformHealth(db, workspace.workspaceId, workspace.now);
  return health.flatMap(({ platform, failingSince, failures, failure = 'no reason given' }) => {
    if (!failingSince || failures < LEAST_FAILURES) return [];
    return {
      kind: 'platform_failing' as const,
      subject: platform,
      version: failingSince.toISOString(),
      since: failingSince,
      text: `${platformName(platform)} has returned only errors since ${shortDay(failingSince)}, ${failures} times. The latest: ${failure}`,
      platform,
      nextStep: { text: 'Check the API key', url: pageUrl(workspace, '/settings/platforms') },
    };
  });
};
