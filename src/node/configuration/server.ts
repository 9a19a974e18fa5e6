import * as z from 'zod/mini'
import { withoutUndefined } from '../../values.js'
import { type ConfigurationProblem, quoted } from '../errors.js'
import { type AddressRules, addressList } from '../http/connections.js'
import { type HttpOptions, limitDefaults, type Timeouts, timeoutDefaults } from '../http/options.js'
import { readTls, type TlsFiles, type TlsMaterial } from '../http/tls.js'
import { type QueueAddress, queueAddress, type StorageAddress, storageAddress } from '../stores.js'
import type { ConfigFile } from './file.js'
import { parseSettings, type Refuse, setting } from './parseSettings.js'
import { type ServerSettingName, serveSettings } from './settings.js'
import { type Environment, environmentSource, type Source, sectionSource } from './sources.js'

export interface ServerConfiguration {
  readonly hostname: string
  readonly port: number
  /** Undefined if none is configured. */
  readonly storage: StorageAddress | undefined
  readonly queue: QueueAddress | undefined
  readonly http: HttpConfiguration
}

export interface HttpConfiguration {
  /** Begins with a slash and ends without; undefined for the root. */
  readonly path: string | undefined
  readonly addresses: AddressRules
  readonly tls: { readonly files: TlsFiles; readonly material: TlsMaterial } | undefined
  readonly timeouts: Timeouts
  readonly limits: typeof limitDefaults
}

/** Options in code take precedence over the environment, which takes precedence over the file. */
export interface ServerSources {
  readonly given: HttpOptions & { readonly hostname?: string | undefined; readonly port?: number | undefined }
  readonly environment: Environment
  readonly file: ConfigFile | undefined
}

/** The configuration of the server; with problems, the defaults. */
export function serverConfiguration(sources: ServerSources, problems: ConfigurationProblem[]): ServerConfiguration {
  const source = sourceOf(sources, problems)
  const found = parseSettings(serverSchema, serveSettings, source, problems) ?? serverSchema.parse({})
  const { path, allow, trustProxy, maxConnections, maxHeaderBytes } = found
  const addresses = { allowed: allow, proxies: trustProxy }
  const tls = tlsIn(source, problems)
  const timeouts = agreeing(found.timeouts, sources.given.timeouts ?? {}, problems)
  return { ...found, http: { path, addresses, tls, timeouts, limits: { maxConnections, maxHeaderBytes } } }
}

export function queueConfiguration(
  sources: Pick<ServerSources, 'environment' | 'file'>,
  problems: ConfigurationProblem[],
): QueueAddress | undefined {
  const schema = z.pick(serverSchema, { queue: true })
  const found: ConfigurationProblem[] = []
  const source = sourceOf({ ...sources, given: {} }, found)
  const { variable, options } = serveSettings.queue
  const names: readonly string[] = [variable, `${variable}_FILE`, ...options]
  problems.push(...found.filter(({ option = '' }) => names.includes(option)))
  return parseSettings(schema, serveSettings, source, problems)?.queue
}

const where = 'the options of serve'

/** All of them as one source. */
function sourceOf({ given, environment, file }: ServerSources, problems: ConfigurationProblem[]): Source<ServerName> {
  const { hostname, port, path, allow, trustProxy, tls, timeouts, maxConnections, maxHeaderBytes } = given
  const http = {
    path,
    allow,
    trustProxy,
    tlsCert: tls?.cert,
    tlsKey: tls?.key,
    timeouts: timeouts ?? undefined,
    maxConnections,
    maxHeaderBytes,
  }
  const options = Object.entries(withoutUndefined({ hostname, port, ...http }))
  const inCode = new Map(options as [ServerName, unknown][])
  const inFile = file?.server === undefined ? undefined : sectionSource(serveSettings, file.path, file.server, problems)
  for (const [name, text] of inFile?.values ?? []) if (text === '') inFile?.values.delete(name)
  const inEnvironment = environmentSource(serveSettings, environment, problems)
  const sources = [inEnvironment, ...(inFile === undefined ? [] : [inFile])]
  return {
    folder: process.cwd(),
    values: new Map<ServerName, unknown>([...sources.toReversed().flatMap(({ values }) => [...values]), ...inCode]),
    unusable: new Set(),
    place(name) {
      const source = isSetting(name) && !inCode.has(name) ? sources.find(({ values }) => values.has(name)) : undefined
      return source?.place(name as ServerSettingName) ?? { where, option: name }
    },
    howTo: (name) => `Give ${name}`,
  }
}

const isSetting = (name: string): name is ServerSettingName => Object.hasOwn(serveSettings, name)

type ServerName = ServerSettingName | 'timeouts' | 'maxConnections' | 'maxHeaderBytes'

const counts = <Name extends string>(defaults: Readonly<Record<Name, number>>, unitOf: (name: Name) => string) =>
  Object.fromEntries(
    (Object.keys(defaults) as Name[]).map((name) => [
      name,
      setting((given = defaults[name], refuse) => {
        if (Number.isSafeInteger(given) && Number(given) >= 1) return Number(given)
        return refuse(`is ${quoted(String(given))}`, `Give a whole number of ${unitOf(name)}, at least 1.`)
      }),
    ]),
  ) as Record<Name, ReturnType<typeof setting<number>>>

const optional = <Value>(read: (given: unknown, refuse: Refuse) => Value) =>
  setting((given, refuse) => (given === undefined ? undefined : read(given, refuse)))

/** An address of a store may hold a password, and a path a secret, so they are never repeated. */
const serverSchema = z.object({
  hostname: setting((given = '127.0.0.1', refuse) => {
    const text = String(given)
    return isHostname(text) ? text : refuse(`is ${quoted(text)}, which is not a host name`)
  }),
  port: setting((given = 5002, refuse) => {
    const text = String(given)
    const isPort = /^\d{1,5}$/.test(text) && Number(text) <= 65_535
    return isPort ? Number(text) : refuse(`is ${quoted(text)}, which is not a port`)
  }),
  storage: optional((given, refuse) => storageAddress(`${given}`) ?? refuse('is not a known kind of storage')),
  queue: optional((given, refuse) => queueAddress(`${given}`) ?? refuse('is not a known kind of queue')),
  path: optional(pathIn),
  allow: optional(addressesIn),
  trustProxy: optional(addressesIn),
  tlsCert: optional(fileIn),
  tlsKey: optional(fileIn),
  timeouts: z._default(z.object(counts(timeoutDefaults, () => 'milliseconds')), timeoutDefaults),
  ...counts(limitDefaults, (name) => (name === 'maxConnections' ? 'connections' : 'bytes')),
})

/** A name or an address, without a scheme, a port or a path. IPv6 addresses have no brackets. */
function isHostname(text: string): boolean {
  return (
    /^[\p{L}\p{N}._-]+$/u.test(text) || (/^[0-9a-f:.]*:[0-9a-f:.]*(%\w+)?$/i.test(text) && text.split(':').length > 2)
  )
}

function pathIn(given: unknown, refuse: Refuse): string | undefined {
  if (typeof given !== 'string' || !given.startsWith('/')) return refuse('does not start with a slash')
  if (!/^(\/[\w.~-]*)*$/.test(given)) return refuse('has characters other than letters, digits and . _ ~ -')
  const path = given.replace(/\/$/, '')
  if (path === '') return undefined
  const segments = path.slice(1).split('/')
  if (segments.some((segment) => /^\.{0,2}$/.test(segment))) refuse('has an empty part, or one of only dots')
  if (/^(healthz|readyz|metrics)$/.test(segments[0] ?? '')) refuse('is one that the server itself uses')
  return path
}

function addressesIn(given: unknown, refuse: Refuse) {
  const entries: unknown[] = typeof given === 'string' ? given.split(/[\s,]+/) : [given].flat()
  const texts = entries.filter((entry) => typeof entry === 'string' && entry.trim() !== '') as string[]
  if (texts.length < entries.filter((entry) => entry !== '').length) refuse('contains something that is not a string')
  if (texts.length === 0) refuse('is empty')
  const list = addressList(texts)
  if (!('invalid' in list)) return list
  return refuse(`contains ${quoted(list.invalid)}, which is neither an address nor a network`)
}

function fileIn(given: unknown, refuse: Refuse): string {
  return typeof given === 'string' && given !== '' ? given : refuse('is not the path of a file')
}

function tlsIn({ values, place }: Source<ServerName>, problems: ConfigurationProblem[]): HttpConfiguration['tls'] {
  const [cert, key] = [values.get('tlsCert'), values.get('tlsKey')]
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) {
    const name = cert === undefined ? 'tlsCert' : 'tlsKey'
    const problem = 'is missing, but the other one is given'
    problems.push({ ...place(name), problem, advice: `Give ${serveSettings[name].what}.` })
  }
  if (typeof cert !== 'string' || typeof key !== 'string' || cert === '' || key === '') return undefined
  const files = { cert, key }
  const material = readTls(files, { cert: place('tlsCert'), key: place('tlsKey') }, problems)
  return material && { files, material }
}

/** The headers come before the body, so its timeout is at least as long. */
function agreeing(timeouts: Timeouts, given: Partial<Timeouts>, problems: ConfigurationProblem[]): Timeouts {
  if (timeouts.headers <= timeouts.body) return timeouts
  if (given.headers === undefined) return { ...timeouts, headers: timeouts.body }
  if (given.body === undefined) return { ...timeouts, body: timeouts.headers }
  const problem = `is ${timeouts.headers}, longer than timeouts.body, which is ${timeouts.body}`
  const advice = 'Give the body at least as long, since the headers come before it.'
  problems.push({ where, option: 'timeouts.headers', problem, advice })
  return timeouts
}
