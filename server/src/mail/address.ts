/**
 * Whether a text is one plain email address. Stricter than the standard (no quotes, comments, lists or line breaks), so
 * that it is safe in a header and in an SMTP command.
 */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(text)
  );
}

/** `Name <address>` or only an address. Undefined if the text is neither. */
export function parseSender(text: string): { name: string; address: string } | undefined {
  const [, name = '', inBrackets] = /^([^<>\p{C}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const address = inBrackets ?? text.trim();
  return isMailAddress(address) ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address } : undefined;
}
