import type { LivePlatform, PlatformSettings } from './live-platform.ts';
import { chatgpt } from './platforms/chatgpt/chatgpt.ts';
import { claude } from './platforms/claude/claude.ts';
import { gemini } from './platforms/gemini/gemini.ts';
import { openaiCompatible } from './platforms/openai-compatible/openai-compatible.ts';
import { perplexity } from './platforms/perplexity/perplexity.ts';
import type { Transport } from './transport.ts';

/** Every supported platform. A new one needs its own file and a line here. */
const ADAPTERS: Record<string, (settings: PlatformSettings, transport: Transport) => LivePlatform> = {
  chatgpt,
  claude,
  gemini,
  perplexity,
  openai_compatible: openaiCompatible,
};

/** The ids of all platforms, with or without a key. */
export const PLATFORM_IDS = Object.keys(ADAPTERS);

/** Whether a platform has no public URL: it exists only if the operator configures one. */
export function needsAddress(id: string): boolean {
  return id === 'openai_compatible';
}

/** The configured platforms, by id. Unknown ids and platforms without a URL are left out. */
export function createPlatforms(
  settingsById: Record<string, PlatformSettings>,
  transport: Transport,
): Map<string, LivePlatform> {
  const platforms = new Map<string, LivePlatform>();
  for (const [id, adapter] of Object.entries(ADAPTERS)) {
    const settings = settingsById[id];
    const isAbsent = needsAddress(id) && settings?.baseUrl === undefined;
    if (settings && !isAbsent) platforms.set(id, adapter(settings, transport));
  }
  return platforms;
}
