import { expect, test } from 'vitest';
import { meantPlatform } from './meant-platform.ts';

test.each([
  ['chatgtp', 'chatgpt'],
  ['perplexty', 'perplexity'],
  ['ChatGPT ', 'chatgpt'],
  ['Chat-GPT', 'chatgpt'],
  ['chat gpt', 'chatgpt'],
  ['chatgpt-web', 'chatgpt_web'],
  ['chatgtp_web', 'chatgpt_web'],
  ['gemnii_app', 'gemini_app'],
  ['claud', 'claude'],
  ['gork_web', 'grok_web'],
  ['groc', 'grok'],
])('%j was meant to be %s', (name, meant) => {
  expect(meantPlatform(name)).toBe(meant);
});

test.each([
  'chatgpt',
  'chatgpt_web',
  'claude_app',
  'perplexity_api',
  'openai_compatible',
  'ai_overviews',
  'grok',
  'bing_chat',
  'deepseek',
  'mistral',
  'meta_ai',
  'you',
  'kimi',
  'crow',
  'gemini_pro_web',
  'chatgpt_search',
  '',
])('%j is a name of its own', (name) => {
  expect(meantPlatform(name)).toBeUndefined();
});
