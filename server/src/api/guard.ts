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
import { openWithBearer } from '../access/oauth-tokens.ts';
import { isOverLimit, rateHeaders, secondsUntil } from '../access/rate.ts';
import { canonicalIp } from '../base/ip.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import { countRequest, type KeyHolder, type Scope } from '../store/accounts/api-keys.ts';
import type { Db } from '../store/db.ts';
import type { Caller } from './route.ts';

/** Decides whether a request may continue, and as which caller. */
export type Guard = (request: FastifyRequest, reply: FastifyReply, scope: Scope) => Promise<Caller>;

export interface KeyGuardDeps {
  db: Db;
  secrets: SecretsBox;
  keyUse: KeyUse;
  badKeys: BadKeyThrottle;
}

const LONGEST_AUTHORIZATION = 256;

/**
 * Checks key, IP, domain, rate limit and scope, in this order. IP and domain are checked before counting, so that a
 * stolen key used elsewhere cannot use up the quota.
 */
export function keyGuard({ db, secrets, keyUse, badKeys }: KeyGuardDeps): Guard {
  return async (request, reply, scope) => {
    const holder = await findHolder(request, { db, secrets, badKeys });
    checkIp(holder, request.ip);
    checkDomain(holder, request.headers);
    keyUse.note(holder.keyId);
    await countAndCheckRate(db, holder, reply);
    checkScope(holder, scope);
    const kind = holder.keyId.startsWith('key_') ? 'key' : 'oauth';
    return { ...holder, by: { name: `${kind}:${holder.keyId}`, address: request.ip } };
  };
}

async function findHolder(request: FastifyRequest, { db, secrets, badKeys }: Omit<KeyGuardDeps, 'keyUse'>) {
  // Checked before the key, so that a blocked attacker cannot find a valid key.
  const seconds = badKeys.secondsRefused(request.ip);
  if (seconds > 0) throw tooManyBadKeys(seconds);
  const bearer = bearerOf(request);
  const holder = bearer === undefined ? undefined : await openWithBearer({ db, secrets }, bearer);
  if (holder) return holder;
  if (bearer !== undefined) badKeys.noteBadKey(request.ip, bearer);
  throw invalidKey();
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
