/** Why an attempt failed: a code for programs, a sentence for people. Neither ever contains an address. */
const FAILURES = {
  status: 'The receiver did not return a 2xx status.',
  redirect: 'The receiver returned a redirect. Redirects are not followed. Set the webhook to the final URL.',
  gone: 'The receiver returned 410 Gone. This disables the webhook, unless it is a test.',
  timeout: 'No response within 30 seconds.',
  blocked_address: 'The hostname resolves to an address that is not public.',
  dns: 'DNS lookup failed: hostname not found.',
  connect: 'Could not connect: the connection was refused, or the host is unreachable.',
  reset: 'The receiver closed the connection before it responded.',
  tls: 'The TLS handshake failed.',
  tls_untrusted: 'The certificate is not signed by a trusted authority.',
  tls_expired: 'The certificate has expired or is not valid yet.',
  tls_wrong_name: 'The certificate is for another hostname.',
  bad_response: 'The response was not valid HTTP, or its headers were too large.',
  unknown: 'The sending worker stopped before it stored the response.',
  failed: 'The attempt failed.',
  own_secret:
    'The secret or the headers of this webhook cannot be decrypted. Set its headers again and rotate its secret without a grace period. If other webhooks have the same problem, restore the original secrets key.',
  own_resolver: 'The DNS resolver of this server does not respond.',
  own_proxy: 'The proxy of this server cannot be reached or requires a login.',
  own_resources: 'This server has no free sockets, files or memory.',
  own_database: 'The inbox could not be written.',
};

export type FailureCode = keyof typeof FAILURES;

export function failureText(code: string): string {
  return FAILURES[code as FailureCode] ?? FAILURES.failed;
}

/** A problem on our side, which never counts against a receiver. */
export type OwnTrouble = Extract<FailureCode, `own_${string}`>;

/** Thrown where a problem on our side is found. */
export class OwnTroubleError extends Error {
  readonly trouble: OwnTrouble;

  constructor(trouble: OwnTrouble, cause: unknown) {
    super(FAILURES[trouble], { cause });
    this.trouble = trouble;
  }
}

export function ownTrouble(error: unknown): OwnTrouble | undefined {
  if (error instanceof OwnTroubleError) return error.trouble;
  const code = codeOf(error);
  if (code === 'proxy_down') return 'own_proxy';
  if (code === 'resolver_down') return 'own_resolver';
  return /^(EMFILE|ENFILE|ENOMEM|ENOBUFS|EADDRNOTAVAIL)$/.test(code) ? 'own_resources' : undefined;
}

export function failureCode(error: unknown): FailureCode {
  const { name } = error as { name?: string };
  if (name === 'TimeoutError') return 'timeout';
  if (name === 'HTTPParserError') return 'bad_response';
  const code = codeOf(error);
  return CODES.find(([pattern]) => pattern.test(code))?.[1] ?? 'failed';
}

const CODES: [RegExp, FailureCode][] = [
  [/^blocked_address$/, 'blocked_address'],
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'timeout'],
  [/^(ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|EBADRESP|ETIMEOUT|ECANCELLED|EFORMERR)$/, 'dns'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EACCES|EPERM)$/, 'connect'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_ABORTED)$/, 'reset'],
  [/^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/, 'tls_expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'tls_wrong_name'],
  [/^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_)/, 'tls_untrusted'],
  [/^(ERR_SSL_|ERR_TLS_|EPROTO)/, 'tls'],
  [/^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES|UND_ERR_REQ)/, 'bad_response'],
];

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  if (error instanceof AggregateError && code === undefined) return codeOf(error.errors[0]);
  return String(code ?? cause?.code ?? '');
}
