/** What is wrong, and what to do about it. */
export interface Trouble {
  /** Without a full stop. */
  readonly problem: string
  readonly advice: string
}

interface NoAnswer {
  readonly name?: string
  readonly reason?: string
  readonly advice?: string
  readonly isCertificate?: boolean
  readonly cause?: unknown
}

/** Why there was no answer from an address. A proxy on the way says so itself, by its error's `reason` and `advice`. */
export function networkTrouble(error: unknown, url: URL): Trouble & { readonly isRefused: boolean } {
  const { cause, reason, isCertificate }: NoAnswer = Object(error)
  const { name, reason: said, advice: told }: NoAnswer = Object(cause)
  if (name === 'ProxyFailure' && said !== undefined && told !== undefined) {
    return { problem: `${said.charAt(0).toUpperCase()}${said.slice(1)}`, advice: told, isRefused: false }
  }
  const codes = codesIn(error)
  const row = rows.find((one) => one.codes.some((code) => codes.includes(code)))
  return {
    problem: row?.says(url.host) ?? `${url.host} can't be reached: ${reason ?? wordsOf(error).replace(/\.$/, '')}`,
    advice: row?.advice ?? (isCertificate ? `Use a name that is in it. ${certificateAdvice}` : anyAdvice),
    isRefused: codes.includes('ECONNREFUSED'),
  }
}

const anyAdvice = 'Check that it is running, its address, and any proxy or firewall in between.'

const certificateAdvice =
  "Renew it, or install it with its whole chain. If it comes from your own authority, name that authority's file in cert_bundle, EARSHOT_CERT_BUNDLE or NODE_EXTRA_CA_CERTS."

const rows: readonly { codes: readonly string[]; says: (host: string) => string; advice: string }[] = [
  {
    codes: ['ENOTFOUND'],
    says: (host) => `DNS has no entry for ${host}`,
    advice: 'Check the address for a typo, and that this machine can resolve names.',
  },
  {
    codes: ['EAI_AGAIN'],
    says: (host) => `DNS gave no answer for ${host}`,
    advice: "Check this machine's network, or try again in a moment.",
  },
  {
    codes: ['ECONNREFUSED'],
    says: (host) => `Nothing listens at ${host}`,
    advice: 'Start it, or check the port.',
  },
  {
    codes: ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
    says: (host) => `Can't connect to ${host}`,
    advice: 'Check the address, and whether a firewall lets this machine through.',
  },
  {
    codes: ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO', 'ERR_SSL_HTTP_REQUEST'],
    says: (host) => `${host} doesn't speak HTTPS on this port`,
    advice: 'Use http:// if you trust the network, or give its HTTPS port.',
  },
  {
    codes: ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
    says: (host) => `The certificate of ${host} is not valid at this time`,
    advice: `Check this machine's clock. ${certificateAdvice}`,
  },
  {
    codes: ['ERR_TLS_CERT_ALTNAME_INVALID'],
    says: (host) => `The certificate of ${host} is for another name`,
    advice: 'Use the name on the certificate.',
  },
  {
    codes: [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    ],
    says: (host) => `The certificate of ${host} is not signed by an authority that Node trusts`,
    advice: certificateAdvice,
  },
  {
    codes: ['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'],
    says: (host) => `${host} closed the connection without an answer`,
    advice: 'Check that the address begins with https:// if the port speaks HTTPS, and check its log.',
  },
  {
    codes: ['HPE_INVALID_CONSTANT', 'HPE_INVALID_VERSION', 'HPE_INVALID_HEADER_TOKEN'],
    says: (host) => `What answers at ${host} does not speak HTTP`,
    advice: 'Check the port.',
  },
]

/** Errors wrap each other, and several addresses tried at once yield several errors. */
function codesIn(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 5) return []
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown }
  const inner = [cause, ...(Array.isArray(errors) ? errors : [])]
  return [...(typeof code === 'string' ? [code] : []), ...inner.flatMap((one) => codesIn(one, depth + 1))]
}

function wordsOf(error: unknown): string {
  const { cause, message } = error as { cause?: unknown; message?: unknown }
  return cause instanceof Error ? wordsOf(cause) : typeof message === 'string' ? message : String(error)
}
