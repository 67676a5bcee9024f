/**
 * Why a connection failed, and what to do: by the codes of Node, OpenSSL and the system, or by their messages where a library has
 * replaced the code with its own.
 */
const explanations: [pattern: RegExp, explain: (host: string) => string][] = [
  [/ENOTFOUND|EAI_AGAIN/, (host) => `no DNS entry leads to ${host}: see to its name`],
  [/ECONNREFUSED/, (host) => `nobody listens at ${host}, or its port is closed to this machine`],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/, (host) => `${host} cannot be reached: see to network and firewall`],
  [/CERT_HAS_EXPIRED|certificate has expired/, (host) => `the certificate of ${host} has expired`],
  [
    /CERT_NOT_YET_VALID|certificate is not yet valid/,
    (host) => `the certificate of ${host} is not valid yet: see to this machine's clock`,
  ],
  [
    /ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate/,
    (host) => `the certificate of ${host} is of another name`,
  ],
  [
    /SELF_SIGNED|ISSUER|UNABLE_TO_VERIFY|CERT_UNTRUSTED|CERT_SIGNATURE|self-signed|unable to (get|verify)/,
    (host) =>
      `the certificate of ${host} is of an authority that Node does not trust; one of your own goes into NODE_EXTRA_CA_CERTS`,
  ],
  [/KEY_VALUES_MISMATCH/, () => 'the key is not that of the certificate: the two files belong to different pairs'],
  [/OSSL_(PEM|ASN1)|BAD_BASE64|OSSL_UNSUPPORTED/, () => 'certificate or key is no PEM file that can be read'],
  [/ALERT_CERTIFICATE_EXPIRED/, (host) => `${host} refuses this shop's certificate: it has expired`],
  [/ALERT_UNKNOWN_CA/, (host) => `${host} refuses this shop's certificate: it is of an authority unknown there`],
  [
    /ALERT_CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE/,
    (host) => `${host} wants a certificate of this shop, or another one`,
  ],
  [/_ALERT_/, (host) => `${host} refuses this shop's certificate`],
  [/ECONNRESET|EPIPE/, (host) => `${host} cuts the connection off: perhaps it wants another certificate`],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH/, (host) => `${host} does not speak TLS there: see to the port`],
]

/** Why a call got no response, as a message with the error's code; null for any other error. */
export function explainConnectionError(error: unknown, host: string): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // Of several addresses of a host each has failed.
    const [firstError = cause] = cause instanceof AggregateError ? (cause.errors as Error[]) : [cause]
    const code = 'code' in firstError ? String(firstError.code) : ''
    const explanation =
      explanations.find(([pattern]) => pattern.test(code)) ??
      explanations.find(([pattern]) => pattern.test(firstError.message))
    if (explanation) return `${explanation[1](host)} (${code})`
  }
  return null
}
