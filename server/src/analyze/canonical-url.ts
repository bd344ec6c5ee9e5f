import { getDomain } from 'tldts';
import { parseUrl } from '../base/parse-url.ts';
import { remember } from '../base/remember.ts';
import { unwrap } from './wrappers.ts';

const TRACKING =
  /^(?:utm_.*|mc_.*|_hs.*|hsa_.*|gclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|srsltid|mkt_tok|_gl|ref_src|spm|ved)$/i;
/** More than fit into the longest URL that is unwrapped, so that every URL is fully unwrapped. */
const MOST_LAYERS = 1000;
/** The same pages are cited again and again. Parsing their URLs took a fifth of an analysis. */
const MOST_KEPT = 5_000;
const ENTRY_PREFIX = /^(?:www|m|amp)\./;

/**
 * One form for all URLs of a page, so that it is counted once: https, no credentials, port, fragment, tracking
 * parameters or redirect wrapper, sorted parameters. Undefined if it is not an http(s) URL.
 */
export const canonicalUrl = remember(canonicalize, MOST_KEPT);

function canonicalize(address: string): string | undefined {
  let canonical = tidyUrl(address);
  for (let layer = 0; canonical !== undefined && layer < MOST_LAYERS; layer++) {
    const inner = unwrap(new URL(canonical));
    const target = inner === undefined ? undefined : tidyUrl(inner);
    if (target === undefined) break;
    canonical = target;
  }
  return canonical;
}

function tidyUrl(address: string): string | undefined {
  const url = /^\s*https?:/i.test(address) ? parseUrl(address) : undefined;
  if (!url) return undefined;
  const { hostname, pathname, search } = url;
  const host = tidyHost(hostname);
  const tidied = `https://${host}${tidyPath(pathname)}${tidyQuery(search)}`;
  return host !== '' && parseUrl(tidied) ? tidied : undefined;
}

/** Without prefixes that serve the same page, as long as a registrable name remains. */
function tidyHost(hostname: string): string {
  let host = hostname.replace(/\.+$/, '');
  while (ENTRY_PREFIX.test(host)) {
    const rest = host.replace(ENTRY_PREFIX, '');
    if (getDomain(rest) === null) break;
    host = rest;
  }
  return host;
}

function tidyPath(pathname: string): string {
  let end = pathname.length;
  for (;;) {
    while (end > 0 && pathname.charAt(end - 1) === '/') end--;
    if (!pathname.endsWith('/index.html', end)) return pathname.slice(0, end);
    end -= 'index.html'.length;
  }
}

function tidyQuery(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !TRACKING.test(nameOf(part)))
    .sort();
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

/** The parameter's name, decoded if possible. */
function nameOf(part: string): string {
  const equals = part.indexOf('=');
  const name = equals === -1 ? part : part.slice(0, equals);
  return name.includes('%') ? (new URLSearchParams(`${name}=`).keys().next().value ?? name) : name;
}
