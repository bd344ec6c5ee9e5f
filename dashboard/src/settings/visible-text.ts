// Control characters except tab and line break, direction controls and zero-width characters.
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are replaced
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** Makes invisible and direction-changing characters of untrusted text visible. */
export function visibleText(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(HIDDEN, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}
