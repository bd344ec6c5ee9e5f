const NAMES: Record<string, string> = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  gemini: 'Gemini',
  perplexity: 'Perplexity',
};

/** A platform's product name; a platform without one keeps its id. */
export function platformName(platform: string): string {
  return NAMES[platform] ?? platform;
}
