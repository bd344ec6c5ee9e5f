/** Characters that hide or reorder text: direction controls, invisible characters and tag characters. */
const UNSEEN = /[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are replaced
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/**
 * Replaces invisible and direction-changing characters of untrusted text with a symbol. Keeps joiners, which emoji and
 * several scripts need.
 */
export function visibleText(text: string): string {
  return text.replace(CONTROLS, pictureOf).replace(UNSEEN, '\u2423');
}

function pictureOf(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\u2423';
}

/** The URL if it is safe to link, or undefined if it is not http or https. */
export function webAddress(url: string): string | undefined {
  try {
    const { protocol, href } = new URL(url);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  } catch {
    return undefined;
  }
}
