/** A text for a header: without line breaks and other control characters, which could begin a header of their own. */
export function oneLine(text: string): string {
  return storable(text).replace(/\s+/g, ' ').trim().slice(0, 200);
}

/**
 * A text without what does not belong into an email: control characters except tab and line feed, and the marks that
 * make a line read in another order than it is written.
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
