import { Resolver } from 'node:dns/promises';

/** All addresses of a name, IPv4 and IPv6. */
export type Resolve = (host: string) => Promise<string[]>;

/** The resolver itself is away: nobody's webhook is to blame. */
class ResolverDownError extends Error {
  readonly code = 'resolver_down';

  constructor() {
    super('The resolver does not answer');
  }
}

/**
 * Looks a name up in the DNS, at the system's servers or these. Both kinds of address are asked for: one that is not
 * asked for could not be refused.
 */
export async function resolveHost(host: string, servers?: string[]): Promise<string[]> {
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1'];
  const resolver = new Resolver({ timeout: 5_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (found.length > 0) return found;
  const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code as string] : []));
  if (codes.every((code) => !isAnswer(code)) && !(await isAlive(resolver))) throw new ResolverDownError();
  throw Object.assign(new Error('The name has no address'), { code: codes[0] ?? 'ENODATA' });
}

/** Whether somebody answered for the name, even if only that it does not exist. */
function isAnswer(code: string): boolean {
  return code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME';
}

/** A name whose servers are broken and a resolver that is broken look the same; the root's servers tell them apart. */
async function isAlive(resolver: Resolver): Promise<boolean> {
  return resolver.resolveNs('.').then(
    () => true,
    (error: NodeJS.ErrnoException) => isAnswer(error.code ?? ''),
  );
}
