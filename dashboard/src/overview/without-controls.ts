const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Replaces line breaks and direction controls with spaces, for text shown on one line. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, ' ');
}
