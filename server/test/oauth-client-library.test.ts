import * as oauth from 'oauth4webapi';
import { expect, test } from 'vitest';
import { call, givenAccount, useApp } from './support/app.ts';
import { useDatabase } from './support/database.ts';
import { givenClient } from './support/oauth.ts';

const { db } = useDatabase();
const server = useApp(db);
const { deps } = server;

/** The library asks the address the server says it has; here that is a free port. */
const options = {
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: (url: string, init: oauth.CustomFetchOptions<string, unknown>) =>
    fetch(url.replace(deps.baseUrl, server.url), init as RequestInit),
};

async function discover() {
  const issuer = new URL(deps.baseUrl);
  const response = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' });
  return oauth.processDiscoveryResponse(issuer, response);
}

test.each([
  ['client_secret_basic', oauth.ClientSecretBasic],
  ['client_secret_post', oauth.ClientSecretPost],
])(
  'a client of the library discovers, gets a token, uses, inspects and revokes it: %s',
  async (method, authenticate) => {
    const { id, secret } = await givenClient(deps, await givenAccount(deps));
    const as = await discover();
    expect(as.token_endpoint_auth_methods_supported).toContain(method);
    const client = { client_id: id };
    const proof = authenticate(secret);

    const asked = await oauth.clientCredentialsGrantRequest(as, client, proof, { scope: 'read' }, options);
    const granted = await oauth.processClientCredentialsResponse(as, client, asked);
    expect(granted).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'read' });
    const token = granted.access_token;
    expect((await call(server, '/api/v1/keywords', { key: token })).status).toBe(200);

    const inspect = async () =>
      oauth.processIntrospectionResponse(
        as,
        client,
        await oauth.introspectionRequest(as, client, proof, token, options),
      );
    const active = await inspect();
    expect(active).toMatchObject({
      active: true,
      client_id: id,
      scope: 'read',
      token_type: 'Bearer',
      iss: deps.baseUrl,
    });
    expect((active.exp ?? 0) - (active.iat ?? 0)).toBe(3600);

    await oauth.processRevocationResponse(await oauth.revocationRequest(as, client, proof, token, options));
    expect(await inspect()).toEqual({ active: false });
    expect((await call(server, '/api/v1/keywords', { key: token })).status).toBe(401);
  },
);

test('a client of the library is told that its secret is wrong', async () => {
  const { id, secret } = await givenClient(deps, await givenAccount(deps));
  const as = await discover();
  const proof = oauth.ClientSecretPost(`${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`);
  const asked = await oauth.clientCredentialsGrantRequest(as, { client_id: id }, proof, {}, options);
  await expect(oauth.processClientCredentialsResponse(as, { client_id: id }, asked)).rejects.toMatchObject({
    status: 401,
  });
});
