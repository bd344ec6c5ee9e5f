import { own } from '../../../server/src/base/own.ts';
import { platformNames } from '../api/session.ts';

export interface PlatformLook {
  name: string;
  color: string;
  /** SVG dash pattern, so that lines can be distinguished without color. */
  dash: string;
}

export function platformLook(platform: string): PlatformLook {
  const name = own(platformNames, platform) ?? toName(platform);
  const known = own(KNOWN_DASHES, platform);
  if (known !== undefined) return { name, color: `var(--platform-${platform})`, dash: known };

  const slot = [...platform].reduce((sum, character) => sum + character.charCodeAt(0), 0) % 3;
  return { name, color: `var(--platform-other-${slot + 1})`, dash: OTHER_DASHES[slot] ?? '1 4' };
}

/** All platforms in the records, sorted by id. */
export function listPlatforms(records: { platforms: Record<string, number> }[]): string[] {
  return [...new Set(records.flatMap(({ platforms }) => Object.keys(platforms)))].sort();
}

const KNOWN_DASHES: Record<string, string> = { chatgpt: '0', claude: '7 3', gemini: '2 3', perplexity: '9 3 2 3' };
const OTHER_DASHES = ['12 4', '4 2', '1 4'];

function toName(platform: string): string {
  const words = platform.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
