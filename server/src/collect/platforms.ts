import { own } from '../base/own.ts';
import type { ConfiguredPlatform, LivePlatform } from './live-platform.ts';
import type { PlatformDefinition } from './platform-definition.ts';
import { CHATGPT } from './platforms/chatgpt/definition.ts';
import { CLAUDE } from './platforms/claude/definition.ts';
import { DEEPSEEK } from './platforms/deepseek/definition.ts';
import { GEMINI } from './platforms/gemini/definition.ts';
import { GROK } from './platforms/grok/definition.ts';
import { MISTRAL } from './platforms/mistral/definition.ts';
import { OPENAI_COMPATIBLE } from './platforms/openai-compatible/definition.ts';
import { openaiCompatible } from './platforms/openai-compatible/openai-compatible.ts';
import { PERPLEXITY } from './platforms/perplexity/definition.ts';
import type { Transport } from './transport.ts';

/** Every supported platform. A new one needs a folder in `platforms` and its definition in this list. */
export const PLATFORMS: PlatformDefinition[] = [
  CHATGPT,
  CLAUDE,
  GEMINI,
  PERPLEXITY,
  GROK,
  DEEPSEEK,
  MISTRAL,
  OPENAI_COMPATIBLE,
];

/** The ids of all platforms, with or without a key. */
export const PLATFORM_IDS = PLATFORMS.map(({ id }) => id);

/** Whether a platform has no public URL: it exists only if the operator configures one. */
export function needsAddress(id: string): boolean {
  return PLATFORMS.some((one) => one.id === id && one.needsAddress);
}

/**
 * The platforms that have a key, by id. Other ids are named OpenAI-compatible servers. Platforms that need a URL and have
 * none are left out.
 */
export function createPlatforms(
  settingsById: Record<string, ConfiguredPlatform>,
  transport: Transport,
): Map<string, LivePlatform> {
  const platforms = new Map<string, LivePlatform>();
  for (const { id, prices, create } of PLATFORMS) {
    const { apiKey, ...settings } = own(settingsById, id) ?? {};
    if (apiKey === undefined || (needsAddress(id) && settings.baseUrl === undefined)) continue;
    platforms.set(id, create({ ...settings, apiKey, prices: settings.prices ?? prices }, transport));
  }
  for (const [id, { apiKey, ...settings }] of Object.entries(settingsById)) {
    if (PLATFORM_IDS.includes(id) || settings.baseUrl === undefined || apiKey === undefined) continue;
    platforms.set(id, openaiCompatible({ ...settings, apiKey }, transport, id));
  }
  return platforms;
}
