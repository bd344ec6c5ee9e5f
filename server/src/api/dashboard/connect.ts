import { z } from 'zod';
import { connectApp } from '../../access/oauth-grants.ts';
import { ApiError } from '../../base/errors.ts';
import { findOauthApp } from '../../store/accounts/oauth-apps.ts';
import { workspaceOf } from '../../store/workspaces/workspaces.ts';
import { type AuthorizeDeps, answerTo, openRequest } from '../oauth-authorize.ts';
import { type AccountRoute, accountRoute } from './account-route.ts';
import { declared } from './contract/contract.ts';
import { holderMode, holderScopes } from './restrictions.ts';

const request = z.string().min(1).max(8_000);

export const connectAnswer = z.strictObject({
  request,
  allow: z.boolean(),
  mode: holderMode,
  scopes: holderScopes,
});

/** The page on which a person connects an assistant, or refuses. */
export function connectRoutes(deps: AuthorizeDeps): AccountRoute[] {
  return [
    accountRoute({
      ...declared('GET /connect'),
      role: 'member',
      query: z.object({ request }),
      async handle({ query }) {
        const { asked, app } = await read(deps, query.request);
        const { protocol, host } = new URL(asked.redirectUri);
        return { body: { name: app.name, sends_to: host || protocol, scopes: asked.scopes } };
      },
    }),
    accountRoute({
      ...declared('POST /connect'),
      role: 'member',
      body: connectAnswer,
      async handle({ account, by, body }) {
        const { asked, app } = await read(deps, body.request);
        const { redirectUri, codeChallenge, state } = asked;
        if (!body.allow) {
          const answer = { error: 'access_denied', error_description: 'The user refused', state } as const;
          return { body: { redirect_to: answerTo(deps, redirectUri, answer) } };
        }
        if (body.scopes.includes('write') && !asked.scopes.includes('write')) {
          throw new ApiError(422, 'scopes: the assistant asked for read only');
        }
        const workspace = await workspaceOf(deps.db, account.accountId, body.mode);
        const consent = { app, scopes: body.scopes, redirectUri, codeChallenge, by };
        const code = await connectApp(deps, workspace, consent);
        return { body: { redirect_to: answerTo(deps, redirectUri, { code, state }) } };
      },
    }),
  ];
}

async function read(deps: AuthorizeDeps, sealed: string) {
  const asked = openRequest(deps, sealed);
  const app = asked && (await findOauthApp(deps.db, asked.appId));
  if (!app) throw new ApiError(404, 'This request has expired. Start again in the assistant.');
  return { asked, app };
}
