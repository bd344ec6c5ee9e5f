import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AnswerTo } from '@visibility/server/contract';
import { RequestError, request } from './request.ts';
import type { SharedView } from './share.ts';
import { isShared } from './shared.ts';

type SignedIn = AnswerTo<'GET /session'>;

export type Session = Omit<SignedIn, 'sandbox'> & {
  sandbox: Sandbox;
  /** Set if the page was opened with a share link. */
  shared?: SharedView;
};

export type Sandbox = SignedIn['sandbox'] & {
  /** How far it is ahead of this machine's clock. */
  ahead_ms: number;
};

/** A sandbox with this current time. */
export function atTime<Part extends { now: string }>(sandbox: Part): Part & { ahead_ms: number } {
  return { ...sandbox, ahead_ms: Date.parse(sandbox.now) - Date.now() };
}

/** Product names by platform id, from the server. They come with the session, before any page is shown. */
export let platformNames: Record<string, string> = {};

export function learnPlatformNames(known: Record<string, string>): void {
  platformNames = known;
}

export const SESSION_KEY = ['session'];

export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: ({ signal }) => fetchSession(signal),
  refetchInterval: ({ state: { data } }) => (isSeeding(data) ? 1000 : false),
});

/** Another user may be signed in now, so the data of the previous user is removed. */
export async function forgetSession(client: QueryClient): Promise<void> {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
  await client.resetQueries({ queryKey: SESSION_KEY });
}

async function fetchSession(signal: AbortSignal): Promise<Session | 'signed-out'> {
  try {
    const session = isShared() ? await fetchShared(signal) : await request('GET /session', { signal });
    learnPlatformNames(session.platform_names);
    return { ...session, sandbox: atTime(session.sandbox) };
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) return 'signed-out';
    throw error;
  }
}

/** The reader of a shared page may do what a viewer may, and the server allows less. */
async function fetchShared(signal: AbortSignal): Promise<Omit<Session, 'sandbox'> & Pick<SignedIn, 'sandbox'>> {
  const shared = await request('GET /shared/session', { signal });
  const { account_name: name, platform_names, sandbox, expires_at } = shared;
  const member = { member_id: '', email: '', name: '', role: 'viewer' as const, created_at: expires_at };
  return { account: { name, plan: 'free' }, member, address: '', sends_email: true, platform_names, sandbox, shared };
}

function isSeeding(session: Session | 'signed-out' | undefined): boolean {
  return typeof session === 'object' && session.sandbox.status === 'seeding';
}
