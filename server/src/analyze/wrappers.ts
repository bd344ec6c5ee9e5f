import { parse } from 'tldts';

/** Longer URLs are not unwrapped, because each layer would read the rest again. */
const LONGEST_WRAPPER = 8192;

/** The URL inside a redirect link of a search engine or social network, extracted without a request. */
export function unwrap(url: URL): string | undefined {
  if (url.href.length > LONGEST_WRAPPER) return undefined;
  const { hostname, pathname, searchParams } = url;
  const { domain, domainWithoutSuffix } = parse(hostname);
  const path = pathname.replace(/\/+$/, '');
  const isGoogle = domainWithoutSuffix === 'google' && hostname === domain;
  if (isGoogle && path === '/url') return searchParams.get('q') ?? searchParams.get('url') ?? undefined;
  if (isGoogle && path.startsWith('/amp/')) return ampTarget(path.slice('/amp/'.length), url.search);
  if (domain === 'bing.com' && path === '/ck/a') return decodeBing(searchParams.get('u'));
  if (domain === 'duckduckgo.com' && path === '/l') return searchParams.get('uddg') ?? undefined;
  if (domain === 'facebook.com' && path === '/l.php') return searchParams.get('u') ?? undefined;
  if (hostname.endsWith('.cdn.ampproject.org')) return ampTarget(path.replace(/^\/[a-z]\//, ''), url.search);
  return undefined;
}

/** `s/acme.io/page` is https, `acme.io/page` http. */
function ampTarget(path: string, search: string): string | undefined {
  const target = path.replace(/^s\//, '');
  return /^[^/]+\.[^/]+/.test(target) ? `https://${target}${search}` : undefined;
}

/** Bing writes `a1` and then the URL in URL-safe base64. */
function decodeBing(value: string | null): string | undefined {
  const code = value?.replace(/^a1/, '').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  if (!code || code.length % 4 === 1 || !/^[A-Za-z0-9+/]+$/.test(code)) return undefined;
  const bytes = Uint8Array.from(atob(code), (byte) => byte.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}
