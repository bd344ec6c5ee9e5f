import { own } from '../base/own.ts';
import type { LivePlatform, PlatformSettings } from './live-platform.ts';
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
 * The configured platforms, by id. Other ids are named OpenAI-compatible servers. Platforms that need a URL and have
 * none are left out.
 */
export function createPlatforms(
  settingsById: Record<string, PlatformSettings>,
  transport: Transport,
): Map<string, LivePlatform> {
  const platforms = new Map<string, LivePlatform>();
  for (const { id, prices, create } of PLATFORMS) {
    const settings = own(settingsById, id);
    const isAbsent = needsAddress(id) && settings?.baseUrl === undefined;
    if (settings && !isAbsent) platforms.set(id, create({ ...settings, prices: settings.prices ?? prices }, transport));
  }
  for (const [id, settings] of Object.entries(settingsById)) {
    const isNamed = !PLATFORM_IDS.includes(id) && settings.baseUrl !== undefined;
    if (isNamed) platforms.set(id, openaiCompatible(settings, transport, id));
  }
  return platforms;
}
