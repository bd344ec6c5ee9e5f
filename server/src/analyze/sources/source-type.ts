import { getDomain, getDomainWithoutSuffix } from 'tldts';
import { DOMAIN_RULES, NAME_RULES, PATH_RULES, SUBDOMAIN_RULES, SUFFIX_RULES } from './source-rules.ts';
import type { RuledType } from './types.ts';

/**
 * The type of the site that a canonical URL belongs to. Rules are tried from the most to the least certain: known
 * sites, official suffixes, subdomains, paths, words in the name. If none applies, it is unclassified, not guessed.
 */
export function sourceTypeOf(url: string): RuledType | 'unclassified' {
  const { hostname, pathname } = new URL(url);
  const domain = getDomain(hostname) ?? hostname;
  const [folder = ''] = pathname.slice(1).split(/[/-]/);
  return (
    knownSite(hostname, folder) ??
    firstOf(SUFFIX_RULES, hostname) ??
    firstOf(SUBDOMAIN_RULES, hostname.slice(0, -domain.length)) ??
    knownParent(hostname, folder) ??
    knownSite(`${getDomainWithoutSuffix(hostname) ?? ''}.*`, folder) ??
    firstOf(PATH_RULES, pathname) ??
    firstOf(NAME_RULES, domain.slice(0, domain.indexOf('.'))) ??
    'unclassified'
  );
}

function firstOf(rules: [RegExp, RuledType][], text: string): RuledType | undefined {
  return rules.find(([pattern]) => pattern.test(text))?.[1];
}

const KNOWN = new Map(
  Object.entries(DOMAIN_RULES).flatMap(([type, names]) =>
    names
      .split(/\s+/)
      .filter((name) => name !== '')
      .map((name) => [name, type as RuledType] as const),
  ),
);

/** A rule names a site (`apple.com`), a part of it (`apps.apple.com`, `zapier.com/blog`) or its countries (`amazon.*`). */
function knownSite(host: string, folder: string): RuledType | undefined {
  return KNOWN.get(`${host}/${folder}`) ?? KNOWN.get(host);
}

/** The closest known site that this host is a part of. */
function knownParent(hostname: string, folder: string): RuledType | undefined {
  const parent = hostname.slice(hostname.indexOf('.') + 1);
  return parent.includes('.') ? (knownSite(parent, folder) ?? knownParent(parent, folder)) : undefined;
}
