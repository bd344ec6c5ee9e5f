/** Turn, hide or reorder text without being seen: direction overrides and isolates, invisible characters, tag characters. */
const UNSEEN = /[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be shown
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/**
 * Text from outside as a person may see it: what is invisible or changes the direction of what follows is shown as a
 * symbol. Joiners stay: emoji and several scripts are written with them.
 */
export function visibleText(text: string): string {
  return text.replace(CONTROLS, pictureOf).replace(UNSEEN, '\u2423');
}

function pictureOf(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\u2423';
}

/** The address as a link may hold it; undefined for whatever is not a page on the web. */
export function webAddress(url: string): string | undefined {
  try {
    const { protocol, href } = new URL(url);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  } catch {
    return undefined;
  }
}
