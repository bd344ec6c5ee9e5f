import { getDomain } from 'tldts';
import { canonicalUrl } from './canonical-url.ts';
import type { Subject } from './subject.ts';

interface Owner {
  owner: 'own' | 'competitor';
  ownerId: string;
}

/** The owner of each host name. */
export type Owners = Map<string, Owner>;

/** The hosts of a subject. If two brands claim one, the own brand takes precedence. */
export function domainOwners({ brand, competitors }: Subject): Owners {
  const owners: Owners = new Map();
  for (const { id, domains } of [brand, ...competitors]) {
    for (const domain of domains) {
      const host = hostOf(domain);
      // A public suffix such as co.uk has no owner, even if it was configured.
      if (host === undefined || getDomain(host) === null || owners.has(host)) continue;
      owners.set(host, { owner: id === brand.id ? 'own' : 'competitor', ownerId: id });
    }
  }
  return owners;
}

/** Whether one brand can own this domain: not `co.uk`, and not a text that is not a domain. */
export function isOwnable(domain: string): boolean {
  const host = hostOf(domain);
  return host !== undefined && getDomain(host) !== null;
}

/** The owner of a host: acme.io owns docs.acme.io but not notacme.io. */
export function ownerOf(host: string, owners: Owners): Owner | undefined {
  for (let rest = host; rest !== ''; rest = afterDot(rest)) {
    const owner = owners.get(rest);
    if (owner) return owner;
  }
  return undefined;
}

/** The host of a URL with or without scheme, in canonical form. */
function hostOf(address: string): string | undefined {
  const url = canonicalUrl(address.includes('://') ? address : `https://${address}`);
  return url && new URL(url).hostname;
}

function afterDot(host: string): string {
  const dot = host.indexOf('.');
  return dot === -1 ? '' : host.slice(dot + 1);
}
