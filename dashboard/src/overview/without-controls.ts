const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Text of an answer for one line: what would break the line or turn its direction is a space. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, ' ');
}
