import { createOauthClient } from '../../src/access/oauth-clients.ts';
import type { AppDeps } from '../../src/api/app.ts';
import type { Mode } from '../../src/store/accounts/accounts.ts';
import type { Scope } from '../../src/store/accounts/api-keys.ts';

interface ClientOptions {
  mode?: Mode;
  scopes?: Scope[];
  allowedIps?: string[];
  allowedDomains?: string[];
}

export async function givenClient(
  deps: AppDeps,
  account: { workspaces: Record<Mode, string> },
  { mode = 'test', scopes = ['read', 'write'], allowedIps = [], allowedDomains = [] }: ClientOptions = {},
) {
  const workspace = { workspaceId: account.workspaces[mode], mode };
  const by = { name: 'test' };
  const input = { name: 'test client', scopes, allowedIps, allowedDomains, by };
  const { client, secret } = await createOauthClient(deps, workspace, input);
  return { id: client.clientId, secret };
}

export function basic({ id, secret }: { id: string; secret: string }): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
}

/** A form sent to an OAuth endpoint, and what came back. */
export async function post(
  server: { url: string },
  path: string,
  { form = '', headers = {} }: { form?: Record<string, string> | string; headers?: Record<string, string> } = {},
) {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer
  const body: any = text ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body };
}

/** A fresh access token of a client. */
export async function givenToken(
  server: { url: string },
  client: { id: string; secret: string },
  scope?: string,
): Promise<string> {
  const form = { grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) };
  const answer = await post(server, '/oauth/token', { form, headers: basic(client) });
  if (answer.status !== 200) throw new Error(`no token: ${answer.text}`);
  return answer.body.access_token;
}
