import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { isThisMachine } from '../client/site.js'
import { percentDecoded } from '../values.js'
import type { Environment } from './configuration/sources.js'
import { ConfigurationError } from './errors.js'
import { addressList } from './http/connections.js'

/** A proxy that the environment names. */
export interface NamedProxy {
  /** The variable that names it, such as `HTTPS_PROXY`. */
  readonly variable: string
  /** Its name and port, without the user and the password. */
  readonly host: string
  /** Its scheme, name and port. */
  readonly origin: string
  /** The header with the user and the password. */
  readonly authorization: string | undefined
}

/**
 * The proxy for calls to an address, by the variables that other programs read too. Undefined for none: also for this
 * machine, which a proxy can't reach, and for what `NO_PROXY` lists.
 * @throws {ConfigurationError} if the variable can't be used.
 */
export function proxyFor(target: URL, environment: Environment): NamedProxy | undefined {
  const variable = proxyVariable(target, environment)
  if (variable === undefined || isThisMachine(target.hostname) || exemption(target, environment)) return undefined
  return proxyIn(variable, environment[variable]?.trim() ?? '')
}

/** The variable with the proxy for an address. */
export function proxyVariable({ protocol }: URL, environment: Environment): string | undefined {
  return setVariable(protocol === 'https:' ? 'https_proxy' : 'http_proxy', environment)
}

/** The variable that exempts an address from proxies, if one does. */
export function exemption({ hostname, port, protocol }: URL, environment: Environment): string | undefined {
  const variable = setVariable('no_proxy', environment)
  if (variable === undefined) return undefined
  const host = plainHost(hostname)
  const itsPort = port || (protocol === 'https:' ? '443' : '80')
  const isListed = environment[variable]?.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true
    const [, name = '', only] = (isIP(entry) === 0 && /^(.*):(\d+)$/.exec(entry)) || [undefined, entry]
    if (only !== undefined && only !== itsPort) return false
    const plain = plainHost(name.replace(/^\*?\./, ''))
    if (isIP(host) === 0) return plain !== '' && `.${host}`.endsWith(`.${plain}`)
    const list = addressList([plain])
    return !('invalid' in list) && list.has(host)
  })
  return isListed ? variable : undefined
}

/** As a URL has it, without brackets and the full stop of a complete name. */
function plainHost(name: string): string {
  const plain = name.replaceAll(/[[\]]|\.$/g, '')
  return (/[:/]/.test(plain) ? '' : domainToASCII(plain)) || plain.toLowerCase()
}

/** The name in lower case comes first, as with other programs. An empty variable counts as unset. */
function setVariable(name: string, environment: Environment): string | undefined {
  return [name, name.toUpperCase()].find((one) => environment[one]?.trim())
}

function proxyIn(variable: string, text: string): NamedProxy {
  const refused = (problem: string) =>
    new ConfigurationError([{ where: 'the environment', option: variable, problem, advice }])
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  // A special character in a password may end the address early: what looks like the host is then part of the secret.
  if (url === undefined || url.hostname === '' || url.pathname.length > 1 || url.search !== '' || url.hash !== '') {
    throw refused('is not the address of a proxy')
  }
  const { protocol, host, username, password } = url
  if (!/^https?:$/.test(protocol)) throw refused(`names a proxy of the kind ${protocol}//, which isn't supported`)
  const pair = percentDecoded(`${username}:${password}`)
  if (pair === undefined) throw refused('has a user or a password that is not percent-encoded')
  const authorization = pair === ':' ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`
  return { variable, host, origin: `${protocol}//${host}`, authorization }
}

const advice =
  'Set it to an address such as http://proxy.example.com:3128 or http://user:password@proxy.example.com:3128, with special ' +
  'characters percent-encoded, or unset it.'
