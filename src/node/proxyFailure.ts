import { type CallFacts, NetworkError } from '../client/errors/exchangeErrors.js'
import { NotSent } from '../client/index.js'
import { EarshotError, nameErrors } from '../errors.js'
import type { Environment } from './configuration/sources.js'
import { ConfigurationError } from './errors.js'
import { type NamedProxy, proxyFor } from './proxies.js'

/** A proxy didn't connect to the server, so nothing was sent. */
export class ProxyFailure extends NotSent {
  readonly reason: string
  readonly advice: string
  override readonly isTransient: boolean

  constructor(reason: string, advice: string, isTransient: boolean, cause: unknown) {
    super(`${reason}. ${advice}`, { cause })
    this.reason = reason
    this.advice = advice
    this.isTransient = isTransient
  }

  override errorOf(facts: CallFacts): NetworkError {
    return new NetworkError(facts, { reason: this.reason, advice: this.advice, isCertificate: false, cause: this })
  }
}

/** The proxy for calls to an address. @throws {ProxyFailure} if the variable that names it can't be used. */
export function usableProxy(target: URL, environment: Environment): NamedProxy | undefined {
  try {
    return proxyFor(target, environment)
  } catch (error) {
    const [problem] = error instanceof ConfigurationError ? error.problems : []
    if (problem === undefined) throw error
    throw new ProxyFailure(`${problem.option} ${problem.problem}`, problem.advice, false, error)
  }
}

/** The error of a request that went through a proxy, from that of the platform. Never contains the proxy's password. */
export function failureThrough(proxy: NamedProxy, origin: string, error: unknown): unknown {
  if (error instanceof EarshotError || !(error instanceof Error)) return error
  const name = `the proxy ${proxy.host} (${proxy.variable})`
  const { host, hostname } = new URL(origin)
  const directly = `If ${host} can be reached without it, add ${hostname} to NO_PROXY.`
  const status = statusIn(error)
  if (status === 407) return new ProxyFailure(...authentication(proxy, name), false, error)
  if (status !== undefined && status < 500) {
    const advice = `Have it allow the address. ${directly}`
    return new ProxyFailure(`${name} refuses to connect to ${host} (HTTP ${status})`, advice, false, error)
  }
  if (status !== undefined) {
    const advice = `Check that the server is up and that \`site\` is its address. ${directly}`
    return new ProxyFailure(`${name} can't connect to ${host} (HTTP ${status})`, advice, true, error)
  }
  const { code, syscall } = error as NodeJS.ErrnoException
  const reason = error.message || code
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    const advice = `Check that it is up and that ${proxy.variable} is its address. ${directly}`
    return new ProxyFailure(`there is no connection through ${name}: ${reason}`, advice, true, error)
  }
  // It may have come from the server: its code says what can be done.
  return Object.assign(new Error(`${reason}, through ${name}`), { code })
}

function authentication({ variable, authorization }: NamedProxy, name: string): [reason: string, advice: string] {
  return authorization === undefined
    ? [
        `${name} asks for a user and a password (HTTP 407)`,
        `Add them to ${variable}, as in http://user:password@proxy.example.com:3128, with special characters percent-encoded.`,
      ]
    : [
        `${name} doesn't accept the user and the password (HTTP 407)`,
        `Check them in ${variable}; special characters have to be percent-encoded.`,
      ]
}

/** The status with which a proxy refused to connect; undici has it only in words. */
function statusIn({ message }: Error): number | undefined {
  const [, tunnel, plain] = /^Proxy response \((\d+)\)|^Proxy Authentication Required \((\d+)\)/.exec(message) ?? []
  return tunnel === undefined && plain === undefined ? undefined : Number(tunnel ?? plain)
}

nameErrors({ ProxyFailure })
