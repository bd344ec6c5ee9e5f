/** One secret, or several during a rotation. A signature by any of them is valid. */
export type Secrets = string | readonly string[];

/** Anyone can sign with an empty secret, so a missing setting must not be accepted as one. */
export function checkedSecrets(secret: Secrets): string[] {
  const secrets: unknown[] = [secret].flat();
  if (secrets.length > 0 && secrets.every((one) => typeof one === 'string' && one !== '')) return secrets as string[];
  throw new TypeError('The webhook secret is missing or empty. Check the setting that holds it.');
}
