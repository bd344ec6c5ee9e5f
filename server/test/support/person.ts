import { createSignInToken } from '../../src/access/sessions.ts';
import type { AppDeps } from '../../src/api/app.ts';
import type { ItemOf } from '../../src/api/dashboard/contract/contract.ts';
import { call, givenAccount } from './app.ts';

interface Server {
  url: string;
  deps: AppDeps;
}

interface Asked {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export const PASSWORD = 'correct horse battery';

/** A browser: it keeps the cookie it is given and sends it back. */
export function browser(server: Server, userAgent = 'test browser') {
  const own = { cookie: '' };
  const ask = async (path: string, { method = 'GET', body, headers = {} }: Asked = {}) => {
    const sent = { cookie: own.cookie, 'user-agent': userAgent, ...headers };
    const answer = await call(server, `/dashboard/api${path}`, { method, body, headers: sent });
    const [given] = answer.headers.getSetCookie();
    if (given) own.cookie = given.split(';')[0] ?? '';
    return answer;
  };
  return {
    own,
    ask,
    post: (path: string, body: unknown = {}) => ask(path, { method: 'POST', body }),
    signIn: (email: string, password = PASSWORD) => ask('/session', { method: 'POST', body: { email, password } }),
    isIn: async () => (await ask('/session')).status === 200,
  };
}

export type Browser = ReturnType<typeof browser>;

/** A browser signed in by the link of an account. */
export async function byLink(server: Server, accountId: string, userAgent?: string): Promise<Browser> {
  const person = browser(server, userAgent);
  await person.post('/session', { token: await createSignInToken(server.deps.db, accountId) });
  return person;
}

let people = 0;

/** The owner of an account of their own, signed in and with a password. */
export async function givenOwner(server: Server, options: { historyDays?: number } = {}) {
  const account = await givenAccount(server.deps, options);
  const person = await byLink(server, account.accountId);
  const email = `owner${++people}@example.com`;
  const claimed = await person.post('/account', { email, name: 'Ann', password: PASSWORD });
  return { ...person, ...account, email, memberId: claimed.body.member_id as string };
}

export type Owner = Awaited<ReturnType<typeof givenOwner>>;

/** Somebody the owner invited, signed in. */
export async function givenMember(server: Server, owner: Owner, role: ItemOf<'GET /members'>['role'] = 'member') {
  const email = `member${++people}@example.com`;
  const invited = await owner.post('/members/invitations', { email, role });
  const person = browser(server);
  await person.post('/invitation/accept', { token: tokenOf(invited.body.link), name: 'Ben', password: PASSWORD });
  const { member } = (await person.ask('/account')).body;
  return { ...person, accountId: owner.accountId, email, memberId: member.member_id as string };
}

export function tokenOf(link: string): string {
  return new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
}
