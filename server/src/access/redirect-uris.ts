import { parseUrl } from '../base/parse-url.ts';

const LONGEST = 512;
// Schemes of MCP clients that have no domain name in them. Without a dot, others belong to browsers and operating systems:
// javascript:, file:, mailto:, ms-msdt:.
const OF_CLIENTS = ['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'claude:', 'warp:'];

/** https, http on the user's own machine, or the scheme of an installed app: a reversed domain name (RFC 8252, 7.1). */
export function isRedirectUri(text: string): boolean {
  const url = text.length <= LONGEST ? parseUrl(text) : undefined;
  if (!url || /[#\s\p{C}]/u.test(text) || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return isLoopback(url);
  return url.protocol.includes('.') || OF_CLIENTS.includes(url.protocol);
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
