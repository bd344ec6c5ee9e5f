import { PlatformError } from '../base/errors.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import type { LivePlatform, PlatformSettings } from '../collect/live-platform.ts';
import type { Answer } from '../collect/platform.ts';
import { createPlatforms } from '../collect/platforms.ts';
import type { PriceRow } from '../collect/prices.ts';
import { replyStatus } from '../collect/reply-status.ts';
import type { Transport } from '../collect/transport.ts';
import { type ResolveRedirect, withResolvedPages } from '../collect/vertex-redirects.ts';
import type { Db } from '../store/db.ts';
import { sealedPlatformKeys } from '../store/platform-keys.ts';
import type { Asker, Question, Reply } from './ask.ts';

export interface LiveDeps {
  db: Db;
  secrets: SecretsBox;
  transport: Transport;
  resolve: ResolveRedirect;
  /** Of the whole installation, from the environment; a workspace's own key goes before it. */
  settings: Record<string, PlatformSettings>;
  /** In place of the prices that come with the code. */
  prices?: PriceRow[] | undefined;
}

/** Asks the real platforms. What a platform does not answer is a reply too, with its reason. */
export function liveAsker(deps: LiveDeps): Asker {
  return {
    async platforms({ workspaceId }) {
      return [...(await livePlatforms(deps, workspaceId)).keys()];
    },
    async prices({ workspaceId }) {
      const platforms = await livePlatforms(deps, workspaceId);
      return Object.fromEntries([...platforms].map(([id, { price }]) => [id, price]));
    },
    async ask({ workspaceId }, question) {
      const platform = (await livePlatforms(deps, workspaceId)).get(question.platform);
      // Switched off since the question was planned: it is asked when the platform is back, or forgotten with its round.
      if (!platform) return undefined;
      return askPlatform(deps, platform, question);
    },
  };
}

/** The platforms a workspace can ask, with its own keys before those of the installation. */
export async function livePlatforms(
  { db, secrets, transport, settings, prices }: Omit<LiveDeps, 'resolve'>,
  workspaceId: string,
): Promise<Map<string, LivePlatform>> {
  const own = await sealedPlatformKeys(db, workspaceId);
  const all = { ...settings };
  for (const [platform, sealed] of own) {
    all[platform] = { ...settings[platform], apiKey: secrets.open(sealed, `${workspaceId} ${platform}`) };
  }
  for (const [platform, one] of Object.entries(all)) all[platform] = { ...one, prices };
  return createPlatforms(all, transport);
}

async function askPlatform(
  { resolve }: LiveDeps,
  platform: LivePlatform,
  question: Question,
): Promise<Reply | undefined> {
  const { country, language } = question;
  const askedAt = new Date();
  const about = { question, surface: 'api' as const, askedAt };
  try {
    const signal = new AbortController().signal;
    const answer = await withResolvedPages(await platform.ask(question.prompt, { country, language, signal }), resolve);
    return { ...about, ...replyStatus(answer), answer };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // A platform that is resting was not asked: the question waits.
    if (error.reason === 'resting') return undefined;
    return { ...about, status: 'failed', reason: error.reason, answer: nothing(platform.model) };
  }
}

function nothing(requestedModel: string): Answer {
  return {
    ...{ text: '', cited: [], retrieved: [], queries: [], searched: undefined },
    ...{ model: undefined, requestedModel, stop: undefined, usage: {}, costUsd: undefined, raw: undefined },
  };
}
