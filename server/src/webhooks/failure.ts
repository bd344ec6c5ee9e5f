/** Why an attempt failed: a code for programs, a sentence for people. Neither ever names an address. */
const FAILURES = {
  status: 'The receiver did not answer with a 2xx status.',
  redirect: 'The receiver answered with a redirect. Redirects are never followed: register the final address.',
  gone: 'The receiver answered 410 Gone. Unless it is a test, that disables the webhook.',
  timeout: 'No answer within 30 seconds.',
  blocked_address: 'The name of the receiver leads to an address that is not public.',
  dns: 'The name of the receiver has no address in the DNS.',
  connect: 'No connection: nobody listens there, or the way there is closed.',
  reset: 'The receiver closed the connection before it answered.',
  tls: 'The TLS handshake failed.',
  tls_untrusted: 'The certificate is not signed by an authority that is trusted.',
  tls_expired: 'The certificate has expired or is not valid yet.',
  tls_wrong_name: 'The certificate is for another name.',
  bad_response: 'The answer was not valid HTTP, or its headers were too large.',
  unknown: 'The worker that sent it was lost before it could write down the answer.',
  failed: 'The attempt failed.',
};

export type FailureCode = keyof typeof FAILURES;

export function failureText(code: string): string {
  return FAILURES[code as FailureCode] ?? FAILURES.failed;
}

/** Our own trouble, which is never charged to a receiver: the resolver, or what this machine has run out of. */
export function isOwnTrouble(error: unknown): boolean {
  return /^(resolver_down|EMFILE|ENFILE|ENOMEM|ENOBUFS|EADDRNOTAVAIL)$/.test(codeOf(error));
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
