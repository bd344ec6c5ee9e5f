import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { getPublicSuffix } from 'tldts';
import { parseUrl } from '../base/parse-url.ts';

/** The problem with an entry of a domain allow-list, or undefined if it is valid. */
export function domainRuleProblem(text: string): string | undefined {
  const isWildcard = text.startsWith('*.');
  const domain = normalDomain(isWildcard ? text.slice(2) : text);
  if (domain === undefined || isIP(domain)) return 'must be a domain such as example.com or *.example.com';
  if (isWildcard && getPublicSuffix(domain, { allowPrivateDomains: true }) === domain) {
    return `must not cover a whole public suffix (${domain})`;
  }
  return undefined;
}

/** `example.com` matches only itself. `*.example.com` matches every subdomain at any depth, but not itself. */
export function isDomainAllowed(rules: string[], domain: string): boolean {
  return rules.some((rule) => {
    const wanted = normalDomain(rule.replace(/^\*\./, ''));
    if (wanted === undefined) return false;
    return rule.startsWith('*.') ? domain.endsWith(`.${wanted}`) : domain === wanted;
  });
}

/**
 * The domain that a browser request comes from; undefined for other clients. If `Origin` is present, it decides, even
 * as `null` or garbage. Falling back to `Referer` would let a sandboxed frame choose its domain.
 */
export function requestDomain(headers: {
  origin?: string | undefined;
  referer?: string | undefined;
}): string | undefined {
  const source = headers.origin ?? headers.referer;
  if (source === undefined) return undefined;
  const url = parseUrl(source);
  if (!url) return 'null';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'null';
  return normalDomain(url.hostname) ?? url.hostname;
}

function normalDomain(text: string): string | undefined {
  if (/[\s/\\:@?#%[\]*]/.test(text)) return undefined;
  const ascii = domainToASCII(text.toLowerCase().replace(/\.$/, ''));
  return /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(ascii)
    ? ascii
    : undefined;
}
