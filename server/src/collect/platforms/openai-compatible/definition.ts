import type { PlatformDefinition } from '../../platform-definition.ts';
import { openaiCompatible } from './openai-compatible.ts';

export const OPENAI_COMPATIBLE: PlatformDefinition = {
  id: 'openai_compatible',
  name: 'OpenAI-compatible',
  api: 'any OpenAI-compatible server',
  prices: [],
  needsAddress: true,
  create: openaiCompatible,
};
