import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { getPublicSuffix } from 'tldts';
import { parseUrl } from '../base/parse-url.ts';

/** What is wrong with an entry of a domain allow-list; undefined when nothing is. */
export function domainRuleProblem(text: string): string | undefined {
  const isWildcard = text.startsWith('*.');
  const domain = normalDomain(isWildcard ? text.slice(2) : text);
  if (domain === undefined || isIP(domain)) return 'must be a domain such as example.com or *.example.com';
  if (isWildcard && getPublicSuffix(domain, { allowPrivateDomains: true }) === domain) {
    return `must not cover a whole public suffix (${domain})`;
  }
  return undefined;
}

/** `example.com` is itself alone; `*.example.com` is everything below it, at any depth, but not itself. */
export function isDomainAllowed(rules: string[], domain: string): boolean {
  return rules.some((rule) => {
    const wanted = normalDomain(rule.replace(/^\*\./, ''));
    if (wanted === undefined) return false;
    return rule.startsWith('*.') ? domain.endsWith(`.${wanted}`) : domain === wanted;
  });
}

/**
 * The domain a browser's request comes from; undefined when it is not a browser's. `Origin` decides when it is there,
 * also as `null` or garbage: falling back to `Referer` then would let a sandboxed frame pick its own.
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
