import { parseUrl } from '../base/parse-url.ts';

const LONGEST = 512;
// These run code or read files in the browser that follows the redirect.
const DANGEROUS = ['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:', 'view-source:', 'filesystem:'];

/** https, http on the user's own machine, or the scheme of an installed app (RFC 8252). */
export function isRedirectUri(text: string): boolean {
  const url = text.length <= LONGEST ? parseUrl(text) : undefined;
  if (!url || /[#\s\p{C}]/u.test(text) || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return isLoopback(url);
  return !DANGEROUS.includes(url.protocol);
}

/** Equal to a registered one. On the user's own machine, any port: apps listen on a free one (RFC 8252, 7.3). */
export function isRegisteredRedirect(registered: string[], asked: string): boolean {
  if (registered.includes(asked)) return true;
  const url = parseUrl(asked);
  if (url?.protocol !== 'http:' || !isLoopback(url) || !isRedirectUri(asked)) return false;
  return registered.some((one) => withoutPort(one) === withoutPort(asked));
}

function isLoopback({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function withoutPort(text: string): string {
  const url = parseUrl(text);
  if (!url) return text;
  url.port = '';
  return url.href;
}
