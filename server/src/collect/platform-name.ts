import { own } from '../base/own.ts';
import { PLATFORMS } from './platforms.ts';

/** Surfaces without an API. Their answers are imported. */
const SURFACES = { ai_overviews: 'AI Overviews', ai_mode: 'AI Mode', copilot: 'Copilot' };

/** Product names by platform id. */
export const PLATFORM_NAMES: Record<string, string> = {
  ...Object.fromEntries(PLATFORMS.map(({ id, name }) => [id, name])),
  ...SURFACES,
};

/** A platform's product name; a platform without one keeps its id. */
export function platformName(platform: string): string {
  return own(PLATFORM_NAMES, platform) ?? platform;
}
