/**
 * Makes a text safe for a header by removing line breaks and other control characters, which could start another
 * header.
 */
export function oneLine(text: string): string {
  return storable(text).replace(/\s+/g, ' ').trim().slice(0, 200);
}

/**
 * Removes what does not belong in an email: control characters except tab and line feed, and marks that change the
 * reading direction of a line.
 */
export function storable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}\u2028\u2029]/gu, (character) => (character === '\n' || character === '\t' ? character : ' '))
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
