import { type ConfigurationProblem, shown } from '../errors.js'
import { type HttpOptions, limitDefaults, type Timeouts, timeoutDefaults } from '../http/options.js'
import type { AddressRules } from '../http/remoteAddress.js'
import { addressList } from '../http/remoteAddress.js'
import { readTls, type TlsFiles, type TlsMaterial } from '../http/tls.js'
import type { Place } from './readCredentials.js'
import { type ServerSettingName, serverSettings } from './settings.js'

/** What protects the server, checked and complete. */
export interface HttpConfiguration {
  /** Begins with a slash and ends without; undefined for the root. */
  readonly path: string | undefined
  readonly addresses: AddressRules
  readonly tls: { readonly files: TlsFiles; readonly material: TlsMaterial } | undefined
  readonly timeouts: Timeouts
  readonly limits: typeof limitDefaults
}

/** Settings as they stand in the environment or in a file. */
export type Stated = ReadonlyMap<ServerSettingName, { readonly text: string; readonly place: Place }>

/** Puts together what protects the server; what is given in code goes before what is stated elsewhere. */
export function httpConfiguration(
  given: HttpOptions,
  stated: Stated,
  problems: ConfigurationProblem[],
): HttpConfiguration {
  const found = (name: ServerSettingName, value: unknown): Found => {
    if (value !== undefined) return { value, place: { where: inCode, option: name } }
    const { text, place } = stated.get(name) ?? {}
    return { value: text, place: { where: inCode, option: name, ...place } }
  }
  return {
    path: pathIn(found('path', given.path), problems),
    addresses: {
      allowed: addressesIn('allow', found('allow', given.allow), problems),
      proxies: addressesIn('trustProxy', found('trustProxy', given.trustProxy), problems),
    },
    tls: tlsIn(found('tlsCert', given.tls?.cert), found('tlsKey', given.tls?.key), problems),
    timeouts: timeoutsIn(given.timeouts ?? {}, problems),
    limits: limitsIn(given, problems),
  }
}

const inCode = 'the options of serve'

interface Found {
  readonly value: unknown
  readonly place: Place
}

const give = (name: ServerSettingName) => `Give ${serverSettings[name].what}.`

function pathIn({ value, place }: Found, problems: ConfigurationProblem[]): string | undefined {
  if (value === undefined) return undefined
  // It may be a secret, so it is never repeated.
  const tell = (problem: string) => problems.push({ ...place, problem, advice: give('path') })
  if (typeof value !== 'string' || !value.startsWith('/')) tell('is no path')
  else if (!/^(\/[\w.~-]*)*$/.test(value)) tell('has characters that a path of plain letters and digits has not')
  else {
    const path = value.replace(/\/$/, '')
    if (path === '') return undefined
    const segments = path.slice(1).split('/')
    if (segments.some((segment) => /^\.{0,2}$/.test(segment))) tell('has an empty part, or one of dots')
    else if (/^(healthz|readyz|metrics)$/.test(segments[0] ?? '')) tell('is one that the server itself has')
    else return path
  }
  return undefined
}

function addressesIn(name: 'allow' | 'trustProxy', { value, place }: Found, problems: ConfigurationProblem[]) {
  if (value === undefined) return undefined
  const tell = (problem: string) => problems.push({ ...place, problem, advice: give(name) })
  const entries: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[\s,]+/) : [value]
  const texts = entries.filter((entry) => typeof entry === 'string' && entry.trim() !== '') as string[]
  if (texts.length < entries.filter((entry) => entry !== '').length) tell('has something in it that is no text')
  else if (texts.length === 0) tell('is empty, so that nobody is meant')
  else {
    const list = addressList(texts)
    if (!('invalid' in list)) return list
    tell(`has ${shown(list.invalid)} in it, which is neither an address nor a network`)
  }
  return undefined
}

function tlsIn(cert: Found, key: Found, problems: ConfigurationProblem[]): HttpConfiguration['tls'] {
  if (cert.value === undefined && key.value === undefined) return undefined
  for (const [name, found] of [
    ['tlsCert', cert],
    ['tlsKey', key],
  ] as const) {
    if (typeof found.value === 'string' && found.value !== '') continue
    const problem = found.value === undefined ? 'is missing, while the other one is there' : 'is no path of a file'
    problems.push({ ...found.place, problem, advice: give(name) })
  }
  if (typeof cert.value !== 'string' || typeof key.value !== 'string' || cert.value === '' || key.value === '')
    return undefined
  const files = { cert: cert.value, key: key.value }
  const material = readTls(files, { cert: cert.place, key: key.place }, problems)
  return material && { files, material }
}

function timeoutsIn(given: Partial<Timeouts>, problems: ConfigurationProblem[]): Timeouts {
  const timeouts = { ...timeoutDefaults }
  for (const name of Object.keys(timeoutDefaults) as (keyof Timeouts)[]) {
    const value = given[name]
    if (value === undefined) continue
    if (isCount(value)) timeouts[name] = value
    else tellCount(`timeouts.${name}`, value, 'milliseconds', problems)
  }
  if (timeouts.headers > timeouts.body) {
    if (given.headers === undefined) timeouts.headers = timeouts.body
    else if (given.body === undefined) timeouts.body = timeouts.headers
    else {
      const problem = `is ${timeouts.headers}, longer than timeouts.body, which is ${timeouts.body}`
      const advice = 'Give the body at least as long, since the headers come before it.'
      problems.push({ where: inCode, option: 'timeouts.headers', problem, advice })
    }
  }
  return timeouts
}

function limitsIn(given: HttpOptions, problems: ConfigurationProblem[]): typeof limitDefaults {
  const limits = { ...limitDefaults }
  for (const name of Object.keys(limitDefaults) as (keyof typeof limitDefaults)[]) {
    const value = given[name]
    if (value === undefined) continue
    if (isCount(value)) limits[name] = value
    else tellCount(name, value, name === 'maxConnections' ? 'connections' : 'bytes', problems)
  }
  return limits
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1

function tellCount(option: string, value: unknown, unit: string, problems: ConfigurationProblem[]): void {
  const problem = `is ${shown(String(value))}`
  problems.push({ where: inCode, option, problem, advice: `Give a whole number of ${unit}, at least 1.` })
}
