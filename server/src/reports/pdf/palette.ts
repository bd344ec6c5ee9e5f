import { own } from '../../base/own.ts';
export const INK = '#1b2430';
export const MUTED = '#5b6675';
export const LINE = '#dfe4ea';
export const PALE = '#f4f6f9';
export const ACCENT = '#1f5fd6';
export const UP = '#0b7a4b';
export const DOWN = '#b3261e';

const PLATFORM_COLORS: Record<string, string> = {
  chatgpt: '#0f9d76',
  claude: '#d97706',
  gemini: '#7c4dff',
  perplexity: '#0891b2',
};
const OTHER_COLORS = ['#be185d', '#4d7c0f', '#475569', '#9333ea'];

/** A platform has the same color in every report. Unknown platforms cycle through the rest. */
export function platformColor(platform: string, place: number): string {
  return own(PLATFORM_COLORS, platform) ?? OTHER_COLORS[place % OTHER_COLORS.length] ?? MUTED;
}

/** The width of the text area, in points. */
export const CONTENT_WIDTH = 499;
