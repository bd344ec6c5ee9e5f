import type { FastifyRequest } from 'fastify';
import { SESSION_DAYS } from '../../access/sessions.ts';

export interface CookieDeps {
  /** The public URL of this server: `https://visibility.example.com`. */
  baseUrl: string;
}

/** The session token that the browser sent. */
export function readCookie(deps: CookieDeps, request: FastifyRequest): string | undefined {
  return cookieIn(request, cookieName(deps));
}

/** The browser keeps the cookie for the longest possible session. The server decides when the session ends. */
export function givenCookie(deps: CookieDeps, token: string): { 'set-cookie': string } {
  return { 'set-cookie': cookieOf(deps, token, SESSION_DAYS * 86_400) };
}

export function takenCookie(deps: CookieDeps): { 'set-cookie': string } {
  return { 'set-cookie': cookieOf(deps, '', 0) };
}

/** Longer than a visit. After that, the link has to be opened again. */
const SHARE_SECONDS = 12 * 3600;

/** Browsers send it only to the routes of shared pages, so it never adds to a session. */
export function givenShareCookie(deps: CookieDeps, token: string, expiresAt: Date): { 'set-cookie': string } {
  const left = Math.floor((expiresAt.getTime() - Date.now()) / 1000);
  const seconds = Math.max(1, Math.min(SHARE_SECONDS, left));
  const path = '/dashboard/api/shared';
  const secure = isSecure(deps) ? '; Secure' : '';
  const cookie = `${shareCookieName(deps)}=${token}; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
  return { 'set-cookie': cookie };
}

export function readShareCookie(deps: CookieDeps, request: FastifyRequest): string | undefined {
  return cookieIn(request, shareCookieName(deps));
}

const OIDC_PATH = '/sign-in/oidc';

/**
 * What a sign-in with the identity provider must match. Lax, because the provider's page sends the browser back. Empty
 * deletes it.
 */
export function givenOidcCookie(deps: CookieDeps, value: string, seconds: number): string {
  const secure = isSecure(deps) ? '; Secure' : '';
  return `${oidcCookieName(deps)}=${value}; Path=${OIDC_PATH}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}

export function readOidcCookie(deps: CookieDeps, request: FastifyRequest): string | undefined {
  return cookieIn(request, oidcCookieName(deps));
}

function oidcCookieName(deps: CookieDeps): string {
  return isSecure(deps) ? '__Secure-visibility-oidc' : `${cookieName(deps)}_oidc`;
}

function shareCookieName(deps: CookieDeps): string {
  return isSecure(deps) ? '__Secure-visibility-share' : `${cookieName(deps)}_share`;
}

function isSecure({ baseUrl }: CookieDeps): boolean {
  return baseUrl.startsWith('https:');
}

function cookieIn(request: FastifyRequest, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

function cookieOf(deps: CookieDeps, token: string, seconds: number): string {
  const secure = isSecure(deps) ? '; Secure' : '';
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
