/** Announced ends, for pages that call no platform. Checked on 2026-11-17: https://developers.openai.com/api/docs/deprecations */
const ENDS: [platform: string, endsOn: string, models: string[]][] = [
  ['chatgpt', '2026-12-11', ['gpt-5', 'gpt-5-mini', 'gpt-5-nano', 'gpt-5-pro', 'o3', 'o3-pro']],
  ['chatgpt', '2027-01-14', ['gpt-4o', 'gpt-4o-mini', 'gpt-4.1', 'gpt-4.1-mini']],
];

/** The day on which a model is shut down, if announced. Also by its dated name: `gpt-5-2025-08-07`. */
export function endOf(platform: string, model: string): string | undefined {
  const base = model.replace(/-\d{4}-\d{2}-\d{2}$/, '');
  return ENDS.find(([id, , models]) => id === platform && models.includes(base))?.[1];
}
