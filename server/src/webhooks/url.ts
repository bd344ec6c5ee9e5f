import { isIP } from 'node:net';
import { parseUrl } from '../base/parse-url.ts';
import type { AddressRule } from './address.ts';

export const LONGEST_URL = 2048;
const LOCAL_NAMES = ['localhost', 'local', 'internal', 'localdomain', 'home.arpa'];

const FOR_LOCAL = '. For a program on your machine, run visibility listen --forward instead';

/** What is wrong with a webhook's URL, as a sentence for the user. Undefined if it is valid. */
export function webhookUrlProblem(text: string, addresses: AddressRule): string | undefined {
  if (text.length > LONGEST_URL) return `must have at most ${LONGEST_URL} characters`;
  const url = parseUrl(text);
  if (!url) return 'must be a full URL such as https://example.com/hook';
  // URL parsing drops or encodes them, so the called URL would differ from the displayed one.
  if (/[\s\p{Cc}]/u.test(text)) return 'must not contain spaces or control characters';
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isLocal = !isIP(host) && (!host.includes('.') || LOCAL_NAMES.some((one) => `.${host}`.endsWith(`.${one}`)));
  if (url.protocol !== 'https:') return isLocal ? `must use https${FOR_LOCAL}` : 'must use https';
  if (url.username || url.password) return 'must not contain a user name or password';
  if (url.hash || text.includes('#')) return 'must not contain a fragment (#)';
  if (isIP(host)) return addresses.allows(host) ? undefined : 'must not point to a private or reserved address';
  // An operator who allows loopback networks also allows localhost.
  const isAllowed = host === 'localhost' && addresses.allows('127.0.0.1');
  if (isLocal && !isAllowed) return `must have a public hostname${FOR_LOCAL}`;
  return undefined;
}
