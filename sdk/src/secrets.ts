/** One secret, or several while one replaces another: any of them may have signed. */
export type Secrets = string | readonly string[];

/** Anybody can sign with an empty secret, so a setting that was forgotten must not look like one. */
export function checkedSecrets(secret: Secrets): string[] {
  const secrets: unknown[] = [secret].flat();
  if (secrets.length > 0 && secrets.every((one) => typeof one === 'string' && one !== '')) return secrets as string[];
  throw new TypeError('The secret of the webhook is missing or empty: is the setting that holds it set?');
}
