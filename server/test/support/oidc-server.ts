import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { createOidcProvider } from '../../src/access/oidc-provider.ts';
import type { OidcSettings } from '../../src/access/oidc-settings.ts';

const YEARS = 3_000 * 86_400;

export interface Claims {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

/**
 * An identity provider whose people are the given ones, by their login. It is at `localhost`, our server at
 * `127.0.0.1`: another site.
 */
export async function startOidcServer(redirectUri: string, people: Record<string, Claims>) {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(http.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'visibility', client_secret: 'their secret', redirect_uris: [redirectUri] }],
    // Browsers keep cookies by the machine's clock, which may be far from that of the tests.
    ttl: { Interaction: YEARS, Session: YEARS, Grant: YEARS, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people[id] }) }),
  });
  const server = {
    issuer,
    people,
    /** Whether each ID token gets another signature. */
    changesSignatures: false,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  provider.use(async (context, next) => {
    await next();
    const { id_token: token } = (context.body ?? {}) as { id_token?: string };
    if (server.changesSignatures && token) context.body.id_token = token.replace(/.{9}$/, 'AAAAAAAAA');
  });
  http.on('request', provider.callback());
  return server;
}

export function oidcSettings(issuer: string, changes: Partial<OidcSettings> = {}): OidcSettings {
  return {
    issuer,
    clientId: 'visibility',
    clientSecret: 'their secret',
    name: 'Acme ID',
    scopes: 'openid email profile groups',
    groupsClaim: 'groups',
    verifiedClaim: 'email_verified',
    allowedDomains: [],
    roles: new Map(),
    isRequired: false,
    ...changes,
  };
}

export function oidcDeps(settings: OidcSettings, accountId = '') {
  return { settings, accountId, provider: createOidcProvider(settings) };
}

/** Follows redirects and fills in the provider's forms, as a person with a browser. Stops at an address of ours. */
export async function walkThrough(start: string, { login, ours }: { login: string; ours: string }): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  let body: string | undefined;
  for (let steps = 0; steps < 12 && !url.href.startsWith(ours); steps++) {
    const response = await fetch(url, {
      redirect: 'manual',
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
    const [place, text] = [response.headers.get('location'), await response.text()];
    const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1];
    body =
      place === null ? new URLSearchParams({ prompt: prompt ?? '', login, password: 'any' }).toString() : undefined;
    url = new URL(place ?? /<form[^>]* action="([^"]*)"/.exec(text)?.[1] ?? '', url);
  }
  return url;
}
