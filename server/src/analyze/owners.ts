import { getDomain } from 'tldts';
import { canonicalUrl } from './canonical-url.ts';
import type { Subject } from './subject.ts';

interface Owner {
  owner: 'own' | 'competitor';
  ownerId: string;
}

/** Who owns which host name. */
export type Owners = Map<string, Owner>;

/** The hosts of a subject; where two brands claim one, the own brand comes first. */
export function domainOwners({ brand, competitors }: Subject): Owners {
  const owners: Owners = new Map();
  for (const { id, domains } of [brand, ...competitors]) {
    for (const domain of domains) {
      const host = hostOf(domain);
      // A public suffix such as co.uk belongs to nobody, whoever typed it.
      if (host === undefined || getDomain(host) === null || owners.has(host)) continue;
      owners.set(host, { owner: id === brand.id ? 'own' : 'competitor', ownerId: id });
    }
  }
  return owners;
}

/** Whether one brand can own this domain: not `co.uk`, and not something that is no domain at all. */
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

/** The host of an address given with or without scheme, in canonical form. */
function hostOf(address: string): string | undefined {
  const url = canonicalUrl(address.includes('://') ? address : `https://${address}`);
  return url && new URL(url).hostname;
}

function afterDot(host: string): string {
  const dot = host.indexOf('.');
  return dot === -1 ? '' : host.slice(dot + 1);
}
