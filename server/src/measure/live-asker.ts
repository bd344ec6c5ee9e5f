import { PlatformError } from '../base/errors.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import type { LivePlatform, PlatformSettings } from '../collect/live-platform.ts';
import { emptyAnswer } from '../collect/platform.ts';
import { createPlatforms } from '../collect/platforms.ts';
import type { PriceRow } from '../collect/prices.ts';
import { replyStatus } from '../collect/reply-status.ts';
import type { Transport } from '../collect/transport.ts';
import { type ResolveRedirect, withResolvedPages } from '../collect/vertex-redirects.ts';
import type { Db } from '../store/db.ts';
import { sealedPlatformKeys } from '../store/questions/platform-keys.ts';
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
  // A key that does not open is its own platform's trouble: the others are asked.
  const usable = (workspaceId: string) => livePlatforms(deps, workspaceId, { skipsClosed: true });
  return {
    everywhere: [...createPlatforms(deps.settings, deps.transport).keys()],
    async platforms({ workspaceId }) {
      return [...(await usable(workspaceId)).keys()];
    },
    async prices({ workspaceId }) {
      const platforms = await usable(workspaceId);
      return Object.fromEntries([...platforms].map(([id, { price }]) => [id, price]));
    },
    async ask({ workspaceId }, question, signal = new AbortController().signal) {
      const platform = (await usable(workspaceId)).get(question.platform);
      // Switched off since the question was planned: it is asked when the platform is back, or forgotten with its round.
      if (!platform) return undefined;
      return askPlatform(deps, platform, { question, signal });
    },
  };
}

/** The platforms a workspace can ask, with its own keys before those of the installation. */
export async function livePlatforms(
  { db, secrets, transport, settings, prices }: Omit<LiveDeps, 'resolve'>,
  workspaceId: string,
  { skipsClosed = false }: { skipsClosed?: boolean } = {},
): Promise<Map<string, LivePlatform>> {
  const own = await sealedPlatformKeys(db, workspaceId);
  const all = { ...settings };
  for (const [platform, sealed] of own) {
    try {
      all[platform] = { ...settings[platform], apiKey: secrets.open(sealed, `${workspaceId} ${platform}`) };
    } catch (error) {
      if (!skipsClosed) throw error;
      // Not the installation's key in its place: somebody else pays for that one.
      delete all[platform];
    }
  }
  for (const [platform, one] of Object.entries(all)) all[platform] = { ...one, prices };
  return createPlatforms(all, transport);
}

async function askPlatform(
  { resolve }: LiveDeps,
  platform: LivePlatform,
  { question, signal }: { question: Question; signal: AbortSignal },
): Promise<Reply | undefined> {
  const { country, language } = question;
  const askedAt = new Date();
  const about = { question, surface: 'api' as const, askedAt };
  try {
    const answer = await withResolvedPages(await platform.ask(question.prompt, { country, language, signal }), resolve);
    return { ...about, ...replyStatus(answer), answer };
  } catch (error) {
    const isPlatforms = error instanceof PlatformError;
    // A platform that is resting was not asked, nor was one for which the waiting ended: the question waits.
    if (isPlatforms && (error.reason === 'resting' || error.reason === 'aborted')) return undefined;
    // A reply that we stumble over was paid for: asked again, it would be paid for again.
    const reason = isPlatforms ? error.reason : 'unreadable';
    return { ...about, status: 'failed', reason, answer: emptyAnswer(platform.model) };
  }
}
