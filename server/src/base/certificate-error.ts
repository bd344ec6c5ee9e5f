/** Whether a TLS connection failed because the certificate of the other side is not accepted here. */
export function isUntrustedCertificate(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return /^(CERT_|ERR_TLS_CERT_|UNABLE_TO_(GET|VERIFY)_)|SELF_SIGNED_CERT/.test(code);
}
