import { Resolver } from 'node:dns/promises';

/** All IPv4 and IPv6 addresses of a name. */
export type Resolve = (host: string) => Promise<string[]>;

/** The resolver itself is unreachable. This is not the webhook's fault. */
class ResolverDownError extends Error {
  readonly code = 'resolver_down';

  constructor() {
    super('The DNS resolver does not respond');
  }
}

/**
 * Resolves a name with the system's DNS servers or the given ones. It requests both IPv4 and IPv6, because an address
 * that is not requested cannot be blocked.
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

/** Whether a server answered for the name, even if the name does not exist. */
function isAnswer(code: string): boolean {
  return code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME';
}

/**
 * A name with broken servers and a broken resolver fail the same way. A query for the root servers distinguishes them.
 */
async function isAlive(resolver: Resolver): Promise<boolean> {
  return resolver.resolveNs('.').then(
    () => true,
    (error: NodeJS.ErrnoException) => isAnswer(error.code ?? ''),
  );
}
