import { type ConfigurationProblem, shown } from '../errors.js'
import type { HttpOptions } from '../http/options.js'
import { type StorageAddress, storageAddress } from '../storage/storageAddress.js'
import { type QueueAddress, queueAddress } from '../stores.js'
import { type Environment, inEnvironment } from './environmentSource.js'
import { type ConfigFile, placeOf, settingsIn } from './fileSections.js'
import { type HttpConfiguration, httpConfiguration } from './httpConfiguration.js'
import type { Place } from './readCredentials.js'
import { type ServerSettingName, serverSettings } from './settings.js'

/** What holds for all bots of a process. */
export interface ServerConfiguration {
  readonly hostname: string
  readonly port: number
  /** Undefined when nobody names one. */
  readonly storage: StorageAddress | undefined
  readonly queue: QueueAddress | undefined
  readonly http: HttpConfiguration
}

/** What was given in code goes before the environment, and that before the file. */
export interface ServerSources {
  readonly given: {
    readonly hostname?: string | undefined
    readonly port?: number | undefined
    readonly http?: HttpOptions | undefined
  }
  readonly environment: Environment
  readonly file: ConfigFile | undefined
}

/** Puts the server's settings together; what is wrong with them is added to the problems. */
export function serverConfiguration(sources: ServerSources, problems: ConfigurationProblem[]): ServerConfiguration {
  const stated = statedIn(sources, problems)
  const tell = (name: ServerSettingName, problem: string) => {
    const place = stated.get(name)?.place ?? { where }
    problems.push({ ...place, problem, advice: `Give ${serverSettings[name].what}.` })
  }
  const hostname = stated.get('hostname')?.text ?? '127.0.0.1'
  if (!isHostname(hostname)) tell('hostname', `is ${shown(hostname)}, which is not a host name`)
  const port = stated.get('port')?.text ?? '5002'
  if (!isPort(port)) tell('port', `is ${shown(port)}, which is not a port`)
  const storageText = stated.get('storage')?.text
  const storage = storageText === undefined ? undefined : storageAddress(storageText)
  // An address may hold a password, so it is never repeated.
  if (storageText !== undefined && storage === undefined) tell('storage', 'is not a known kind of storage')
  const queue = queueIn(stated, tell)
  const http = httpConfiguration(sources.given.http ?? {}, stated, problems)
  return { hostname, port: isPort(port) ? Number(port) : 0, storage, queue, http }
}

/** Where the queue is, whatever else is wrong with the server's settings. */
export function queueConfiguration(
  sources: Pick<ServerSources, 'environment' | 'file'>,
  problems: ConfigurationProblem[],
): QueueAddress | undefined {
  const stated = statedIn({ ...sources, given: {} }, [])
  return queueIn(stated, (name, problem) => {
    const place = stated.get(name)?.place ?? { where }
    problems.push({ ...place, problem, advice: `Give ${serverSettings[name].what}.` })
  })
}

function queueIn(
  stated: ReadonlyMap<ServerSettingName, Stated>,
  tell: (name: ServerSettingName, problem: string) => void,
): QueueAddress | undefined {
  const text = stated.get('queue')?.text
  const queue = text === undefined ? undefined : queueAddress(text)
  if (text !== undefined && queue === undefined) tell('queue', 'is not a known kind of queue')
  return queue
}

interface Stated {
  readonly text: string
  readonly place: Place
}

const where = 'the options of serve'

function statedIn({ given, environment, file }: ServerSources, problems: ConfigurationProblem[]) {
  const stated = new Map<ServerSettingName, Stated>()
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

/** A name or an address, without a scheme, a port or a path. IPv6 addresses stand without brackets. */
function isHostname(text: string): boolean {
  return (
    /^[\p{L}\p{N}._-]+$/u.test(text) || (/^[0-9a-f:.]*:[0-9a-f:.]*(%\w+)?$/i.test(text) && text.split(':').length > 2)
  )
}
