/**
 * The UTF-16 offset of a UTF-8 byte offset. An offset inside a character maps to its start, one beyond the text to its
 * end.
 */
export function utf16Offset(text: string, byteOffset: number): number {
  let bytes = 0;
  let units = 0;
  for (const character of text) {
    bytes += bytesOf(character.codePointAt(0) ?? 0);
    if (bytes > byteOffset) return units;
    units += character.length;
  }
  return units;
}

function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
