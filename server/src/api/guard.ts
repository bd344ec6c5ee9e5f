import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BadKeyThrottle } from '../access/bad-key-throttle.ts';
import { isDomainAllowed, requestDomain } from '../access/domain-list.ts';
import {
  domainNotAllowed,
  invalidKey,
  ipNotAllowed,
  missingScope,
  rateExceeded,
  tooManyBadKeys,
} from '../access/errors.ts';
import { isIpAllowed } from '../access/ip-list.ts';
import type { KeyUse } from '../access/key-use.ts';
import { bearerFinder } from '../access/oauth-tokens.ts';
import { isOverLimit, rateHeaders, secondsUntil } from '../access/rate.ts';
import { canonicalIp } from '../base/ip.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import { countRequest, type KeyHolder, type Scope } from '../store/accounts/api-keys.ts';
import type { Db } from '../store/db.ts';
import type { Caller } from './route.ts';

/** Decides whether a request may continue, and as which caller. */
export type Guard = (
  request: FastifyRequest,
  reply: FastifyReply,
  asked: {
    scope: Scope;
    /** Called before the decision with the caller that the same key had before, if it was accepted then. */
    startFor?: (caller: Caller) => void;
  },
) => Promise<Caller>;

export interface KeyGuardDeps {
  db: Db;
  secrets: SecretsBox;
  keyUse: KeyUse;
  badKeys: BadKeyThrottle;
}

const LONGEST_AUTHORIZATION = 256;
const MOST_REMEMBERED = 10_000;

/**
 * Checks key, IP, domain, rate limit and scope, in this order. IP and domain are checked before counting, so that a
 * stolen key used elsewhere cannot use up the quota. Tokens of assistants are accepted for MCP only.
 */
export function keyGuard({ db, secrets, keyUse, badKeys }: KeyGuardDeps, { isMcp = false } = {}): Guard {
  const findBearer = bearerFinder(db);
  const accepted = new Map<string, Caller>();
  return async (request, reply, { scope, startFor }) => {
    const bearer = bearerFrom(request, badKeys);
    const hash = secrets.hash(bearer);
    const name = hash.toString('base64');
    const opening = findBearer({ bearer, hash });
    const before = accepted.get(name);
    if (before) startFor?.(before);
    try {
      const holder = await opening;
      if (!holder || (holder.isForMcp && !isMcp)) {
        badKeys.noteBadKey(request.ip, bearer);
        throw invalidKey();
      }
      checkIp(holder, request.ip);
      checkDomain(holder, request.headers);
      keyUse.note(holder.keyId);
      await countAndCheckRate(db, holder, reply);
      checkScope(holder, scope);
      const caller = callerOf(holder, request.ip);
      remember(accepted, name, caller);
      return caller;
    } catch (error) {
      // So that a key which is refused costs the guard's statement and nothing more.
      accepted.delete(name);
      throw error;
    }
  };
}

/** Tokens live for an hour, so the oldest make room. */
function remember(accepted: Map<string, Caller>, name: string, caller: Caller): void {
  accepted.delete(name);
  accepted.set(name, caller);
  const [oldest] = accepted.keys();
  if (accepted.size > MOST_REMEMBERED && oldest !== undefined) accepted.delete(oldest);
}

function callerOf(holder: KeyHolder, address: string): Caller {
  const kind = holder.keyId.startsWith('key_') ? 'key' : 'oauth';
  return { ...holder, by: { name: `${kind}:${holder.keyId}`, address } };
}

function bearerFrom(request: FastifyRequest, badKeys: BadKeyThrottle): string {
  // Checked before the key, so that a blocked attacker cannot find a valid key.
  const seconds = badKeys.secondsRefused(request.ip);
  if (seconds > 0) throw tooManyBadKeys(seconds);
  const bearer = bearerOf(request);
  if (bearer === undefined) throw invalidKey();
  return bearer;
}

/** The token of the only `Authorization` header. Two headers are rejected. */
function bearerOf(request: FastifyRequest): string | undefined {
  const sent = request.raw.headersDistinct.authorization ?? [];
  const [header] = sent;
  if (header === undefined || sent.length > 1 || header.length > LONGEST_AUTHORIZATION) return undefined;
  return /^bearer +(\S+)$/i.exec(header)?.[1];
}

function checkIp({ allowedIps }: KeyHolder, ip: string): void {
  if (allowedIps.length > 0 && !isIpAllowed(allowedIps, ip)) throw ipNotAllowed(canonicalIp(ip) ?? ip);
}

function checkDomain({ allowedDomains }: KeyHolder, headers: FastifyRequest['headers']): void {
  const domain = requestDomain(headers);
  if (domain === undefined || allowedDomains.length === 0) return;
  if (!isDomainAllowed(allowedDomains, domain)) throw domainNotAllowed(domain);
}

async function countAndCheckRate(db: Db, holder: KeyHolder, reply: FastifyReply): Promise<void> {
  const rate = holder.rate ?? (await countRequest(db, holder.workspaceId));
  reply.headers(rateHeaders(holder.plan, rate));
  if (isOverLimit(holder.plan, rate)) throw rateExceeded(holder.plan, secondsUntil(rate.resetsAt));
}

function checkScope({ scopes }: KeyHolder, scope: Scope): void {
  if (!holdsScope(scopes, scope)) throw missingScope(scope);
}

/** `write` implies `read`. */
export function holdsScope(scopes: Scope[], scope: Scope): boolean {
  return scopes.includes(scope) || scopes.includes('write');
}
