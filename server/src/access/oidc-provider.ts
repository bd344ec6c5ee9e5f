import * as client from 'openid-client';
import { own } from '../base/own.ts';
import type { OidcSettings } from './oidc-settings.ts';

/** A person, as the provider confirms them. */
export interface Identity {
  /** Issuer and subject: never given to another person, unlike an email. */
  id: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string;
  groups: string[];
}

/** What one sign-in must match. Kept by the browser, encrypted. */
interface OidcFlow {
  state: string;
  nonce: string;
  verifier: string;
}

export interface OidcProvider {
  start(redirectUri: string): Promise<{ url: URL; flow: OidcFlow }>;
  /** Exchanges the code in the URL that the provider sent the browser to. */
  finish(url: URL, flow: OidcFlow): Promise<Identity>;
}

/** Why a person could not sign in. The sign-in page has a sentence for each. */
export type Refusal =
  | 'unavailable'
  | 'cancelled'
  | 'expired'
  | 'failed'
  | 'unverified'
  | 'domain'
  | 'groups'
  | 'unknown'
  | 'taken'
  | 'unclaimed'
  | 'full'
  | 'busy';

export class OidcRefused extends Error {
  readonly reason: Refusal;
  /** The person, if the provider confirmed one. */
  identity: string | undefined;

  constructor(reason: Refusal, options?: ErrorOptions) {
    super(`single sign-on: ${reason}`, options);
    this.name = 'OidcRefused';
    this.reason = reason;
  }
}

const TIMEOUT_SECONDS = 10;
const DISCOVER_EVERY_MS = 3_600_000;

/** The authorization code flow with PKCE (S256), state and nonce. Its addresses and keys come from discovery. */
export function createOidcProvider(settings: OidcSettings): OidcProvider {
  const discovered = keepDiscovery(settings);
  return {
    async start(redirectUri) {
      const config = await discovered();
      const verifier = client.randomPKCECodeVerifier();
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return { url, flow: { state, nonce, verifier } };
    },
    async finish(url, { state, nonce, verifier }) {
      const config = await discovered();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      try {
        const tokens = await client.authorizationCodeGrant(config, url, checks);
        const claims = tokens.claims();
        if (!claims) throw new OidcRefused('failed');
        return identityOf(settings, await withUserInfo(config, settings, { token: tokens.access_token, claims }));
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}

function keepDiscovery({ issuer, clientId, clientSecret }: OidcSettings): () => Promise<client.Configuration> {
  let kept: { config: client.Configuration; until: number } | undefined;
  return async () => {
    if (kept && kept.until > Date.now()) return kept.config;
    // The settings allow http on this machine only.
    const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
    // Also checks the signature of ID tokens, which TLS alone does not need to.
    const execute = [client.enableNonRepudiationChecks, ...insecure];
    const options = { execute, timeout: TIMEOUT_SECONDS };
    try {
      const config = await client.discovery(new URL(issuer), clientId, {}, authentication(clientSecret), options);
      kept = { config, until: Date.now() + DISCOVER_EVERY_MS };
      return config;
    } catch (error) {
      throw new OidcRefused('unavailable', { cause: error });
    }
  };
}

/** As the provider's metadata says. Without it, the standard's default is Basic. */
function authentication(secret: string | undefined): client.ClientAuth {
  if (secret === undefined) return client.None();
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

type Claims = { sub: string; iss: string } & Record<string, unknown>;

/** Many providers keep email and groups out of the ID token. */
async function withUserInfo(
  config: client.Configuration,
  { groupsClaim, roles }: OidcSettings,
  { token, claims }: { token: string; claims: Claims },
): Promise<Claims> {
  const isComplete = claims.email !== undefined && (roles.size === 0 || claimOf(claims, groupsClaim) !== undefined);
  if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...(await client.fetchUserInfo(config, token, claims.sub)), ...claims };
}

function identityOf({ groupsClaim, verifiedClaim }: OidcSettings, claims: Claims): Identity {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return {
    id: `${claims.iss} ${claims.sub}`,
    email: text(claims.email)?.toLowerCase(),
    // Some providers send texts or numbers.
    isEmailVerified: ['true', '1'].includes(String(own(claims, verifiedClaim))),
    name: (text(claims.name) ?? '')
      .replace(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, 100),
    groups: [claimOf(claims, groupsClaim) ?? []].flat().filter((group) => typeof group === 'string'),
  };
}

/** A claim by its name, or by its path: `realm_access.roles`. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return own(claims, name);
  return name.split('.').reduce<unknown>((value, part) => own(value as Claims | undefined, part), claims);
}

function refusalOf(error: unknown): OidcRefused {
  if (error instanceof OidcRefused) return error;
  if (error instanceof client.AuthorizationResponseError && error.error === 'access_denied') {
    return new OidcRefused('cancelled', { cause: error });
  }
  const isAway =
    error instanceof client.ClientError && (error.code === 'OAUTH_TIMEOUT' || error.cause instanceof TypeError);
  return new OidcRefused(isAway || error instanceof TypeError ? 'unavailable' : 'failed', { cause: error });
}
