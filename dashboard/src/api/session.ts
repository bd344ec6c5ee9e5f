import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Member } from '@visibility/sdk';
import { RequestError, request } from './request.ts';

export interface Session {
  account: { name: string; plan: 'free' | 'pro' | 'enterprise' };
  /** Null: came by a link to an account that has no owner yet. */
  member: Member | null;
  sandbox: Sandbox;
}

export interface Sandbox {
  status: 'seeding' | 'ready';
  days_done: number;
  days_total: number;
  /** The sandbox has its own time, which moves when somebody advances it. */
  now: string;
  /** By how much it is ahead of this machine's clock: its time passes as ours does. */
  ahead_ms: number;
}

/** A sandbox whose time is this, just now. */
export function atTime<Part extends { now: string }>(sandbox: Part): Part & { ahead_ms: number } {
  return { ...sandbox, ahead_ms: Date.parse(sandbox.now) - Date.now() };
}

export const SESSION_KEY = ['session'];

export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: ({ signal }) => fetchSession(signal),
  refetchInterval: ({ state: { data } }) => (isSeeding(data) ? 1000 : false),
});

export function startSession(token: string): Promise<void> {
  return request('/session', { method: 'POST', body: { token } });
}

export function startSessionByPassword(body: { email: string; password: string }): Promise<void> {
  return request('/session', { method: 'POST', body });
}

export function endSession(): Promise<void> {
  return request('/session', { method: 'DELETE' });
}

/** Somebody else may be signed in now: what was loaded for the person before is not theirs. */
export async function startAnew(client: QueryClient): Promise<void> {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
  await client.resetQueries({ queryKey: SESSION_KEY });
}

async function fetchSession(signal: AbortSignal): Promise<Session | 'signed-out'> {
  try {
    const session = await request<Session>('/session', { signal });
    return { ...session, sandbox: atTime(session.sandbox) };
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) return 'signed-out';
    throw error;
  }
}

function isSeeding(session: Session | 'signed-out' | undefined): boolean {
  return typeof session === 'object' && session.sandbox.status === 'seeding';
}
