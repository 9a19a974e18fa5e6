import { type ConfigurationProblem, quoted } from '../errors.js'
import { type AddressRules, addressList } from '../http/connections.js'
import { type HttpOptions, limitDefaults, type Timeouts, timeoutDefaults } from '../http/options.js'
import { readTls, type TlsFiles, type TlsMaterial } from '../http/tls.js'
import { type QueueAddress, queueAddress, type StorageAddress, storageAddress } from '../stores.js'
import { type Environment, inEnvironment } from './environmentSource.js'
import { type ConfigFile, placeOf, settingsIn } from './file.js'
import type { Place } from './readCredentials.js'
import { type ServerSettingName, serverSettings } from './settings.js'

export interface ServerConfiguration {
  readonly hostname: string
  readonly port: number
  /** Undefined if none is configured. */
  readonly storage: StorageAddress | undefined
  readonly queue: QueueAddress | undefined
  readonly http: HttpConfiguration
}

/** Options in code take precedence over the environment, which takes precedence over the file. */
export interface ServerSources {
  readonly given: {
    readonly hostname?: string | undefined
    readonly port?: number | undefined
    readonly http?: HttpOptions | undefined
  }
  readonly environment: Environment
  readonly file: ConfigFile | undefined
}

export function serverConfiguration(sources: ServerSources, problems: ConfigurationProblem[]): ServerConfiguration {
  const stated = statedIn(sources, problems)
  const tell = (name: ServerSettingName, problem: string) =>
    problems.push({ ...(stated.get(name)?.place ?? { where }), problem, advice: give(name) })
  const hostname = stated.get('hostname')?.text ?? '127.0.0.1'
  if (!isHostname(hostname)) tell('hostname', `is ${quoted(hostname)}, which is not a host name`)
  const port = stated.get('port')?.text ?? '5002'
  if (!isPort(port)) tell('port', `is ${quoted(port)}, which is not a port`)
  const storageText = stated.get('storage')?.text
  const storage = storageText === undefined ? undefined : storageAddress(storageText)
  // An address may hold a password, so it is never repeated.
  if (storageText !== undefined && storage === undefined) tell('storage', 'is not a known kind of storage')
  const queue = queueIn(stated, problems)
  const http = httpConfiguration(sources.given.http ?? {}, stated, problems)
  return { hostname, port: isPort(port) ? Number(port) : 0, storage, queue, http }
}

export function queueConfiguration(
  sources: Pick<ServerSources, 'environment' | 'file'>,
  problems: ConfigurationProblem[],
): QueueAddress | undefined {
  return queueIn(statedIn({ ...sources, given: {} }, []), problems)
}

function queueIn(stated: Stated, problems: ConfigurationProblem[]): QueueAddress | undefined {
  const { text, place } = stated.get('queue') ?? {}
  const queue = text === undefined ? undefined : queueAddress(text)
  if (place !== undefined && queue === undefined) {
    problems.push({ ...place, problem: 'is not a known kind of queue', advice: give('queue') })
  }
  return queue
}

interface Statement {
  readonly text: string
  readonly place: Place
}

const where = 'the options of serve'

function statedIn({ given, environment, file }: ServerSources, problems: ConfigurationProblem[]) {
  const stated = new Map<ServerSettingName, Statement>()
  const section = file?.server
  if (file !== undefined && section !== undefined) {
    const { values, lines } = settingsIn(file.path, section, serverSettings, problems)
    for (const [name, text] of values) {
      if (text !== '')
        stated.set(name, { text, place: placeOf(file.path, section, lines.get(name)?.name, lines.get(name)?.line) })
    }
  }
  for (const name of Object.keys(serverSettings) as ServerSettingName[]) {
    const { variable } = serverSettings[name]
    const found = inEnvironment(serverSettings[name], environment)
    if (typeof found === 'string')
      stated.set(name, { text: found, place: { where: 'the environment', option: variable } })
    else if (found !== undefined) problems.push(found)
  }
  for (const name of ['hostname', 'port'] as const) {
    const value = given[name]
    if (value !== undefined) stated.set(name, { text: String(value), place: { where, option: name } })
  }
  return stated
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535
}

/** A name or an address, without a scheme, a port or a path. IPv6 addresses have no brackets. */
function isHostname(text: string): boolean {
  return (
    /^[\p{L}\p{N}._-]+$/u.test(text) || (/^[0-9a-f:.]*:[0-9a-f:.]*(%\w+)?$/i.test(text) && text.split(':').length > 2)
  )
}

export interface HttpConfiguration {
  /** Begins with a slash and ends without; undefined for the root. */
  readonly path: string | undefined
  readonly addresses: AddressRules
  readonly tls: { readonly files: TlsFiles; readonly material: TlsMaterial } | undefined
  readonly timeouts: Timeouts
  readonly limits: typeof limitDefaults
}

type Stated = ReadonlyMap<ServerSettingName, Statement>

function httpConfiguration(given: HttpOptions, stated: Stated, problems: ConfigurationProblem[]): HttpConfiguration {
  const found = (name: ServerSettingName, value: unknown): Found => {
    if (value !== undefined) return { value, place: { where, option: name } }
    const { text, place } = stated.get(name) ?? {}
    return { value: text, place: { where, option: name, ...place } }
  }
  return {
    path: pathIn(found('path', given.path), problems),
    addresses: {
      allowed: addressesIn('allow', found('allow', given.allow), problems),
      proxies: addressesIn('trustProxy', found('trustProxy', given.trustProxy), problems),
    },
    tls: tlsIn(found('tlsCert', given.tls?.cert), found('tlsKey', given.tls?.key), problems),
    timeouts: timeoutsIn(given.timeouts ?? {}, problems),
    limits: countsIn(
      limitDefaults,
      given,
      '',
      (name) => (name === 'maxConnections' ? 'connections' : 'bytes'),
      problems,
    ),
  }
}

interface Found {
  readonly value: unknown
  readonly place: Place
}

const give = (name: ServerSettingName) => `Give ${serverSettings[name].what}.`

function pathIn({ value, place }: Found, problems: ConfigurationProblem[]): string | undefined {
  if (value === undefined) return undefined
  // It may be a secret, so it is never repeated.
  const tell = (problem: string) => problems.push({ ...place, problem, advice: give('path') })
  if (typeof value !== 'string' || !value.startsWith('/')) tell('does not start with a slash')
  else if (!/^(\/[\w.~-]*)*$/.test(value)) tell('has characters other than letters, digits and . _ ~ -')
  else {
    const path = value.replace(/\/$/, '')
    if (path === '') return undefined
    const segments = path.slice(1).split('/')
    if (segments.some((segment) => /^\.{0,2}$/.test(segment))) tell('has an empty part, or one of only dots')
    else if (/^(healthz|readyz|metrics)$/.test(segments[0] ?? '')) tell('is one that the server itself uses')
    else return path
  }
  return undefined
}

function addressesIn(name: 'allow' | 'trustProxy', { value, place }: Found, problems: ConfigurationProblem[]) {
  if (value === undefined) return undefined
  const tell = (problem: string) => problems.push({ ...place, problem, advice: give(name) })
  const entries: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[\s,]+/) : [value]
  const texts = entries.filter((entry) => typeof entry === 'string' && entry.trim() !== '') as string[]
  if (texts.length < entries.filter((entry) => entry !== '').length) tell('contains something that is not a string')
  else if (texts.length === 0) tell('is empty')
  else {
    const list = addressList(texts)
    if (!('invalid' in list)) return list
    tell(`contains ${quoted(list.invalid)}, which is neither an address nor a network`)
  }
  return undefined
}

function tlsIn(cert: Found, key: Found, problems: ConfigurationProblem[]): HttpConfiguration['tls'] {
  if (cert.value === undefined && key.value === undefined) return undefined
  const path = (name: ServerSettingName, { value, place }: Found) => {
    if (typeof value === 'string' && value !== '') return value
    const problem = value === undefined ? 'is missing, but the other one is given' : 'is not the path of a file'
    problems.push({ ...place, problem, advice: give(name) })
    return undefined
  }
  const [certPath, keyPath] = [path('tlsCert', cert), path('tlsKey', key)]
  if (certPath === undefined || keyPath === undefined) return undefined
  const files = { cert: certPath, key: keyPath }
  const material = readTls(files, { cert: cert.place, key: key.place }, problems)
  return material && { files, material }
}

function timeoutsIn(given: Partial<Timeouts>, problems: ConfigurationProblem[]): Timeouts {
  const timeouts = countsIn(timeoutDefaults, given, 'timeouts.', () => 'milliseconds', problems)
  if (timeouts.headers <= timeouts.body) return timeouts
  if (given.headers === undefined) return { ...timeouts, headers: timeouts.body }
  if (given.body === undefined) return { ...timeouts, body: timeouts.headers }
  const problem = `is ${timeouts.headers}, longer than timeouts.body, which is ${timeouts.body}`
  const advice = 'Give the body at least as long, since the headers come before it.'
  problems.push({ where, option: 'timeouts.headers', problem, advice })
  return timeouts
}

/** The given numbers, and the defaults for others. */
function countsIn<Name extends string>(
  defaults: Record<Name, number>,
  given: Partial<Record<NoInfer<Name>, unknown>>,
  prefix: string,
  unitOf: (name: Name) => string,
  problems: ConfigurationProblem[],
): Record<Name, number> {
  const counts = { ...defaults }
  for (const name of Object.keys(defaults) as Name[]) {
    const value = given[name]
    if (value === undefined) continue
    if (Number.isSafeInteger(value) && Number(value) >= 1) counts[name] = Number(value)
    else {
      const advice = `Give a whole number of ${unitOf(name)}, at least 1.`
      problems.push({ where, option: prefix + name, problem: `is ${quoted(String(value))}`, advice })
    }
  }
  return counts
}
