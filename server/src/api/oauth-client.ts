import type { FastifyRequest } from 'fastify';
import type { BadKeyThrottle } from '../access/bad-key-throttle.ts';
import { isDomainAllowed, requestDomain } from '../access/domain-list.ts';
import { tooManyBadKeys } from '../access/errors.ts';
import { isIpAllowed } from '../access/ip-list.ts';
import { areCredentialsShaped } from '../access/oauth-secrets.ts';
import { canonicalIp } from '../base/ip.ts';
import type { SecretsBox } from '../base/secrets-box.ts';
import { findOauthClient, type KnownClient } from '../store/accounts/oauth-clients.ts';
import type { Db } from '../store/db.ts';
import { invalidClient, OauthError } from './oauth-errors.ts';

/** The parameters of a form. */
export type Form = Map<string, string>;

export interface ClientDeps {
  db: Db;
  secrets: SecretsBox;
  badKeys: BadKeyThrottle;
}

interface Credentials {
  clientId: string;
  secret: string;
}

const LONGEST_AUTHORIZATION = 512;

/** Authenticates the client of a request: by HTTP Basic or form parameters, never both. Also checks its allow-lists. */
export async function authenticateClient(deps: ClientDeps, request: FastifyRequest, form: Form): Promise<KnownClient> {
  const seconds = deps.badKeys.secondsRefused(request.ip);
  if (seconds > 0) throw tooManyBadKeys(seconds);
  const sent = credentialsOf(request, form);
  const client = sent && areCredentialsShaped(sent) ? await findClient(deps, sent) : undefined;
  if (!client) {
    if (sent) deps.badKeys.noteBadKey(request.ip, `${sent.clientId} ${sent.secret}`);
    throw invalidClient();
  }
  checkPlace(client, request);
  return client;
}

/** RFC 6749 3.2: no parameter may be repeated, and a parameter without a value counts as omitted. */
export function parseForm(text: string): Form {
  const form: Form = new Map();
  for (const [name, value] of new URLSearchParams(text)) {
    if (form.has(name)) throw new OauthError('invalid_request', 'A parameter must not be sent twice');
    form.set(name, value);
  }
  for (const [name, value] of form) if (value === '') form.delete(name);
  return form;
}

function credentialsOf(request: FastifyRequest, form: Form): Credentials | undefined {
  const headers = request.raw.headersDistinct.authorization ?? [];
  const [header] = headers;
  const clientId = form.get('client_id');
  const secret = form.get('client_secret');
  if (header === undefined) return clientId && secret ? { clientId, secret } : undefined;
  if (secret !== undefined || headers.length > 1) {
    throw new OauthError('invalid_request', 'Use only one authentication method');
  }
  const basic = parseBasic(header);
  if (basic && clientId !== undefined && clientId !== basic.clientId) {
    throw new OauthError('invalid_request', 'client_id does not match the Authorization header');
  }
  return basic;
}

/** RFC 6749 2.3.1: both parts are form-encoded before they are joined. */
function parseBasic(header: string): Credentials | undefined {
  const encoded = header.length <= LONGEST_AUTHORIZATION && /^basic +([0-9A-Za-z+/]+=*)$/i.exec(header)?.[1];
  if (!encoded) return undefined;
  const [clientId = '', secret = '', ...more] = Buffer.from(encoded, 'base64').toString().split(':').map(decodePart);
  return more.length === 0 ? { clientId, secret } : undefined;
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return '';
  }
}

function findClient({ db, secrets }: ClientDeps, { clientId, secret }: Credentials) {
  return findOauthClient(db, { clientId, secretHash: secrets.hash(secret) });
}

/** The same rules as in the API guard: a stolen secret does not work elsewhere. */
function checkPlace({ allowedIps, allowedDomains }: KnownClient, { ip, headers }: FastifyRequest): void {
  if (allowedIps.length > 0 && !isIpAllowed(allowedIps, ip)) {
    throw new OauthError('unauthorized_client', `IP address ${canonicalIp(ip) ?? ip} is not allowed for this client`);
  }
  const domain = requestDomain(headers);
  if (domain !== undefined && allowedDomains.length > 0 && !isDomainAllowed(allowedDomains, domain)) {
    throw new OauthError('unauthorized_client', `Domain ${domain} is not allowed for this client`);
  }
}
