import { PlatformError } from '../base/errors.ts';
import { own } from '../base/own.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import type { ConfiguredPlatform, LivePlatform } from '../collect/live-platform.ts';
import { emptyAnswer, LONGEST_TEXT } from '../collect/platform.ts';
import { createPlatforms, PLATFORM_IDS } from '../collect/platforms.ts';
import { assumedPrice, type PriceRow } from '../collect/prices.ts';
import { replyStatus } from '../collect/reply-status.ts';
import type { Transport } from '../collect/transport.ts';
import { type ResolveRedirect, withResolvedPages } from '../collect/vertex-redirects.ts';
import type { Db } from '../store/db.ts';
import { listInstances, type PlatformInstance } from '../store/questions/platform-instances.ts';
import { sealedPlatformKeys } from '../store/questions/platform-keys.ts';
import { isWaitReason } from '../store/questions/questions.ts';
import type { Asker, Question, Reply, Unasked } from './ask.ts';

export interface LiveDeps {
  db: Db;
  secrets: SecretsBox;
  transport: Transport;
  /** For servers that a workspace names itself: it reaches public addresses only. Without it they are not asked. */
  publicTransport?: Transport | undefined;
  resolve: ResolveRedirect;
  /** Of the whole installation. A workspace's own key replaces only the key: model and URL stay. */
  settings: Record<string, ConfiguredPlatform>;
  /** Replaces the built-in prices. */
  prices?: PriceRow[] | undefined;
  /** The assumed cost of a question to a model without a price. */
  unpricedUsd?: number | undefined;
}

/** Asks the real platforms. A failure is also a reply, with its reason. */
export function liveAsker(deps: LiveDeps): Asker {
  // A key that cannot be decrypted affects only its own platform.
  const usable = (workspaceId: string) => livePlatforms(deps, workspaceId, { skipsClosed: true });
  return {
    everywhere: [...createPlatforms(deps.settings, deps.transport).keys()],
    async platforms({ workspaceId }) {
      return [...(await usable(workspaceId)).keys()];
    },
    async prices({ workspaceId }) {
      const platforms = await usable(workspaceId);
      const assumed = deps.unpricedUsd === undefined ? undefined : assumedPrice(deps.unpricedUsd);
      return Object.fromEntries([...platforms].map(([id, { price }]) => [id, price ?? assumed]));
    },
    async ask({ workspaceId }, question, signal = new AbortController().signal) {
      const platform = (await usable(workspaceId)).get(question.platform);
      // The platform was turned off after planning. The question is asked when it is back, or dropped when its round
      // ends.
      if (!platform) return { waitsFor: undefined };
      return askPlatform(deps, platform, { question, signal });
    },
  };
}

/** The platforms a workspace can ask. Its own keys take precedence over those of the installation. */
export async function livePlatforms(
  { db, secrets, transport, publicTransport, settings, prices }: Omit<LiveDeps, 'resolve'>,
  workspaceId: string,
  { skipsClosed = false }: { skipsClosed?: boolean } = {},
): Promise<Map<string, LivePlatform>> {
  const ownKeys = await sealedPlatformKeys(db, workspaceId);
  const all = { ...settings };
  for (const [platform, sealed] of ownKeys) {
    try {
      all[platform] = { ...own(settings, platform), apiKey: secrets.open(sealed, `${workspaceId} ${platform}`) };
    } catch (error) {
      if (!skipsClosed) throw error;
      // The installation's key is not used instead, because that would charge another account.
      delete all[platform];
    }
  }
  for (const [platform, one] of Object.entries(all)) all[platform] = { ...one, prices };
  const platforms = createPlatforms(all, transport);
  for (const { platform, ...instance } of await namedBy(db, workspaceId, ownKeys)) {
    platforms.delete(platform);
    const apiKey = own(all, platform)?.apiKey;
    if (!publicTransport || apiKey === undefined) continue;
    // Only the workspace's own key is sent to a URL that the workspace chose.
    const [live] = createPlatforms({ [platform]: { ...instance, apiKey, prices } }, publicTransport).values();
    if (live) platforms.set(platform, { ...live, dispatcher: publicTransport.dispatcher });
  }
  return platforms;
}

/** The servers that a workspace names itself. Each has a key of the workspace. */
async function namedBy(db: Db, workspaceId: string, ownKeys: Map<string, Buffer>): Promise<PlatformInstance[]> {
  const isPossible = [...ownKeys.keys()].some((id) => !PLATFORM_IDS.includes(id));
  const instances = isPossible ? await listInstances(db, workspaceId) : [];
  return instances.filter(({ platform }) => ownKeys.has(platform));
}

async function askPlatform(
  { resolve }: LiveDeps,
  platform: LivePlatform,
  { question, signal }: { question: Question; signal: AbortSignal },
): Promise<Reply | Unasked> {
  const { country, language } = question;
  const askedAt = new Date();
  const about = { question, surface: 'api' as const, askedAt };
  try {
    const answer = await withResolvedPages(await platform.ask(question.prompt, { country, language, signal }), resolve);
    if (answer.text.length <= LONGEST_TEXT) return { ...about, ...replyStatus(answer), answer };
    const unread = { ...emptyAnswer(platform.model), costUsd: answer.costUsd };
    return { ...about, status: 'failed', reason: 'too_long', answer: unread };
  } catch (error) {
    const isPlatforms = error instanceof PlatformError;
    // A paused platform was not asked, nor was one for which the wait ended.
    if (isPlatforms && (error.reason === 'resting' || error.reason === 'aborted')) return { waitsFor: undefined };
    // Nothing was paid, and another key or a later time can still get the answer.
    if (isPlatforms && isWaitReason(error.reason)) return { waitsFor: error.reason };
    // A reply that we cannot process has been paid for. Asking again would cost again.
    const reason = isPlatforms ? error.reason : 'unreadable';
    return { ...about, status: 'failed', reason, answer: emptyAnswer(platform.model) };
  }
}
