/** What to do if the server's certificate was not accepted, by the platform's code; undefined for any other code. */
export function certificateAdvice(code: string): string | undefined {
  return Object.hasOwn(advice, code) ? advice[code] : undefined
}

const ofUnknownAuthority =
  "The server's certificate is not from an authority that is trusted here. If the server is yours, put the certificate of its " +
  'authority into a file, and name the file in `cert_bundle` in the zuliprc, or in NODE_EXTRA_CA_CERTS.'

const outOfTime = "Renew the server's certificate, and check the clock of this machine."

const ofOtherName =
  "Set `site` to a name that is in the server's certificate, or give the server a certificate for this name."

const advice: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: ofUnknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: ofUnknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: ofUnknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ofUnknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ofUnknownAuthority,
  CERT_UNTRUSTED: ofUnknownAuthority,
  INVALID_CA: ofUnknownAuthority,
  CERT_HAS_EXPIRED: outOfTime,
  CERT_NOT_YET_VALID: outOfTime,
  ERR_TLS_CERT_ALTNAME_INVALID: ofOtherName,
  HOSTNAME_MISMATCH: ofOtherName,
}
