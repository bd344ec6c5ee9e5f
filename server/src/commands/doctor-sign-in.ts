import { createOidcProvider } from '../access/oidc-provider.ts';
import { type Config, oidcIn } from '../config.ts';
import type { Finding } from './finding.ts';

/** Whether the identity provider can be read. Undefined if none is set. Its client and secret show only at a sign-in. */
export async function identityProvider(config: Config): Promise<Finding | undefined> {
  const settings = oidcIn(config);
  if (!settings) return undefined;
  try {
    await createOidcProvider(settings).start('https://sign-in.invalid/');
    return { check: 'sign-in', state: 'ok', message: `${settings.issuer} responds` };
  } catch (error) {
    const { cause } = error as { cause?: Error };
    const message = `cannot read ${settings.issuer}/.well-known/openid-configuration: ${reasonOf(cause)}. Check OIDC_ISSUER and outbound network access.`;
    return { check: 'sign-in', state: 'fail', message };
  }
}

/** The innermost reason: "fetch failed" alone does not help. */
function reasonOf(error: Error | undefined): string {
  return error?.cause instanceof Error ? reasonOf(error.cause) : (error?.message ?? 'unknown error');
}
