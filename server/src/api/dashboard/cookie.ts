import type { FastifyRequest } from 'fastify';
import { SESSION_DAYS } from '../../access/sessions.ts';

export interface CookieDeps {
  /** The public URL of this server: `https://visibility.example.com`. */
  baseUrl: string;
}

/** The session token that the browser sent. */
export function readCookie(deps: CookieDeps, request: FastifyRequest): string | undefined {
  const name = cookieName(deps);
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

/** The browser keeps the cookie for the longest possible session. The server decides when the session ends. */
export function givenCookie(deps: CookieDeps, token: string): { 'set-cookie': string } {
  return { 'set-cookie': cookieOf(deps, token, SESSION_DAYS * 86_400) };
}

export function takenCookie(deps: CookieDeps): { 'set-cookie': string } {
  return { 'set-cookie': cookieOf(deps, '', 0) };
}

function cookieOf(deps: CookieDeps, token: string, seconds: number): string {
  const secure = deps.baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(deps)}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
}

/**
 * Browsers share cookies between the ports of a host. With the port in the name, two local servers do not sign each
 * other out.
 */
function cookieName({ baseUrl }: CookieDeps): string {
  const url = new URL(baseUrl);
  return url.protocol === 'https:' ? '__Host-visibility' : `visibility_${url.port || '80'}`;
}
