import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { InvalidOptionError } from '../../client/errors/localErrors.js'
import { siteOf } from '../../client/site.js'
import { type BotCredentials, tokensOf } from '../credentials.js'
import { ConfigurationError, type ConfigurationProblem } from '../errors.js'
import { proxyFor } from '../proxies.js'
import type { QueueAddress } from '../stores.js'
import { botIn, type ConfigFile, chooseSection, openToOthers, readConfigFile } from './file.js'
import type { IniSection } from './ini.js'
import { type FoundCredentials, type Needs, readCredentials } from './readCredentials.js'
import { queueConfiguration, type ServerConfiguration, type ServerSources, serverConfiguration } from './server.js'
import { neededSettings, type SettingName, serveSettings, settings } from './settings.js'
import { type Environment, environmentSource, type SettingLocation } from './sources.js'
import { strayOptions, strayVariables } from './strays.js'

export interface BotSources {
  /** The bots to serve, or every bot that has credentials. */
  readonly bots: readonly WantedBot[] | 'every'
  /** Path of the file. (default: `EARSHOT_CONFIG`, or `earshotrc` in the working directory) */
  readonly configFile?: string | undefined
  readonly environment: Environment
  readonly needs?: Needs
}

export interface ConfigurationSources extends BotSources {
  readonly given: ServerSources['given']
}

export interface WantedBot {
  /** Credentials given in code are used as they are. */
  readonly credentials?: BotCredentials | undefined
  readonly section?: string | undefined
}

interface ConfiguredBot {
  readonly credentials: BotCredentials
  /** A human-readable name of their source: `the environment`. */
  readonly from: string
}

interface BotsConfiguration {
  /** In the order of the wanted bots; undefined for a bot with problems. */
  readonly bots: readonly (ConfiguredBot | (ConfiguredBot & FoundCredentials) | undefined)[]
  readonly problems: ConfigurationProblem[]
  readonly warnings: ConfigurationProblem[]
  readonly file: ConfigFile | undefined
}

export type Configuration = BotsConfiguration & ServerConfiguration

export function configurationOf({ given, ...sources }: ConfigurationSources): Configuration {
  const found = botsConfiguration(sources)
  const { file, problems } = found
  return { ...serverConfiguration({ given, environment: sources.environment, file }, problems), ...found }
}

export function botsConfiguration(sources: BotSources): BotsConfiguration {
  const problems: ConfigurationProblem[] = []
  const warnings = strayVariables(sources.environment)
  const { bots, file } = foundBots(sources, problems, warnings)
  problems.push(...mixUps(bots.filter((bot) => bot !== undefined && 'source' in bot)))
  warnings.push(...uncheckedSites(bots))
  problems.push(...unusableProxies(bots, sources.environment))
  return { bots, file, problems, warnings }
}

export function configuredQueue(
  sources: Pick<BotSources, 'configFile' | 'environment'>,
  problems: ConfigurationProblem[],
): QueueAddress | undefined {
  const path = pathOf(sources)
  const isThere = namedFile(sources) !== undefined || existsSync(path)
  const file = isThere ? readConfigFile(path, problems) : undefined
  return queueConfiguration({ environment: sources.environment, file }, problems)
}

function foundBots(
  sources: BotSources,
  problems: ConfigurationProblem[],
  warnings: ConfigurationProblem[],
): Pick<BotsConfiguration, 'bots' | 'file'> {
  const { bots, configFile, environment, needs } = sources
  const wanted = bots === 'every' ? [{}] : bots
  const given = wanted.map(({ credentials }) => credentials && { credentials, from: 'the code' })
  if (given.every((bot) => bot !== undefined)) return { bots: given, file: undefined }
  // The environment can only describe a single bot, without a section.
  const mayBeThere = wanted.length === 1 && wanted[0]?.section === undefined && configFile === undefined
  const alone = mayBeThere ? environmentBot(environment, problems, needs) : undefined
  if (alone !== undefined) {
    const path = pathOf(sources)
    if (alone.bot === undefined && existsSync(path)) problems.push(passedOver(path))
    if (environment.EARSHOT_CONFIG?.trim()) warnings.push(notRead)
    return { bots: [alone.bot], file: undefined }
  }
  const file = fileOf(sources, problems)
  if (file === undefined) return { bots: given, file }
  warnings.push(...openToOthers(file.path))
  if (file.server !== undefined) warnings.push(...strayOptions(file.path, file.server, serveSettings))
  const read = (section: IniSection | undefined) => {
    const bot = section === undefined ? undefined : botIn(file.path, section, problems, needs)
    warnings.push(...(bot?.warnings ?? []))
    return bot
  }
  if (bots === 'every') return { bots: file.bots.map(read), file }
  return { bots: bots.map(({ section }, at) => given[at] ?? read(chooseSection(file, section, problems))), file }
}

const notRead: ConfigurationProblem = {
  where: 'the environment',
  option: 'EARSHOT_CONFIG',
  problem: 'is not read, since the environment itself has the credentials',
  advice: 'Unset it, or the credentials.',
}

/** The environment's bot, without `bot` if it has problems; undefined if no setting of a bot is there. */
export function environmentBot(environment: Environment, problems: ConfigurationProblem[], needs?: Needs) {
  const found: ConfigurationProblem[] = []
  const source = environmentSource(settings, environment, found)
  if (!neededSettings.some((name) => source.values.has(name) || source.unusable.has(name))) return undefined
  const credentials = readCredentials(source, found, needs)
  problems.push(...found)
  return { bot: credentials && { credentials, source, from: 'the environment' } }
}

function passedOver(path: string): ConfigurationProblem {
  const problem = 'is not read, since the environment has settings of a bot'
  return { where: path, file: path, problem, advice: 'To use the file, unset them.' }
}

function pathOf(sources: Pick<BotSources, 'configFile' | 'environment'>): string {
  return resolve(namedFile(sources) ?? defaultFile)
}

function namedFile({ configFile, environment }: Pick<BotSources, 'configFile' | 'environment'>): string | undefined {
  return configFile ?? (environment.EARSHOT_CONFIG?.trim() || undefined)
}

function fileOf(sources: BotSources, problems: ConfigurationProblem[]): ConfigFile | undefined {
  const path = pathOf(sources)
  if (namedFile(sources) !== undefined || existsSync(path)) return readConfigFile(path, problems)
  const needed = neededSettings.filter((name) => name !== 'token' || sources.needs?.token !== false)
  const variables = needed.map((name) => settings[name].variable).join(', ')
  problems.push({
    where: 'the environment',
    file: path,
    problem: `has no credentials (${variables} are not set), and there is no file ${path}`,
    advice: "Set them, or download the account's credentials file from the chat server and save it under that name.",
  })
  return undefined
}

const defaultFile = 'earshotrc'

/** A warning for each server whose certificate isn't checked. */
function uncheckedSites(bots: BotsConfiguration['bots']): ConfigurationProblem[] {
  const sites = new Map<string, SettingLocation>()
  for (const bot of bots) {
    if (bot?.credentials.insecure !== true) continue
    const { origin } = siteOf(bot.credentials.site, true)
    const place = 'source' in bot ? bot.source.place('insecure') : { where: bot.from, option: 'insecure' }
    if (origin.startsWith('https:') && !sites.has(origin)) sites.set(origin, place)
  }
  return [...sites].map(([origin, place]) => ({
    ...place,
    problem: `is true, so the certificate of ${origin} isn't checked: anyone between this machine and it can read the API key`,
    advice: "Remove it, and name the file with the certificates of the server's authorities in cert_bundle.",
  }))
}

/** The variables that name a proxy for a bot's server, and can't be used. */
function unusableProxies(bots: BotsConfiguration['bots'], environment: Environment): ConfigurationProblem[] {
  const found = new Map<string | undefined, ConfigurationProblem>()
  for (const bot of bots) {
    try {
      if (bot !== undefined) proxyFor(new URL(siteOf(bot.credentials.site, true).origin), environment)
    } catch (error) {
      // A site that is no address is refused by the client.
      if (error instanceof InvalidOptionError) continue
      if (!(error instanceof ConfigurationError)) throw error
      for (const problem of error.problems) found.set(problem.option, problem)
    }
  }
  return [...found.values()]
}

/** Problems between settings that are valid on their own: one bot twice, or a secret used as another one. */
export function mixUps(bots: readonly FoundCredentials[]): ConfigurationProblem[] {
  return [...twice(bots), ...bots.flatMap((bot) => exchanged(bot, bots))]
}

function twice(bots: readonly FoundCredentials[]): ConfigurationProblem[] {
  return bots.flatMap(({ credentials, source }, index) => {
    const earlier = bots.slice(0, index).find((one) => isSame(one.credentials.email, credentials.email))
    if (earlier === undefined) return []
    const at = called(earlier.source.place('email'))
    const advice = 'Give each bot its own account; put several tokens of one bot into one option, separated by commas.'
    return [{ ...source.place('email'), problem: `is the address of another bot too (${at})`, advice }]
  })
}

function exchanged(
  { credentials, source }: FoundCredentials,
  bots: readonly FoundCredentials[],
): ConfigurationProblem[] {
  const { apiKey, owner, email } = credentials
  const problem = (name: SettingName, what: string, advice: string) => ({
    ...source.place(name),
    problem: what,
    advice,
  })
  const found: ConfigurationProblem[] = []
  const keys = bots.flatMap((bot) => [
    { key: bot.credentials.apiKey, at: called(bot.source.place('apiKey')) },
    { key: bot.credentials.owner?.apiKey, at: called(bot.source.place('ownerApiKey')) },
  ])
  const stolen = keys.find(({ key }) => key !== undefined && tokensOf(credentials).includes(key))
  if (stolen !== undefined) found.push(problem('token', `is the same as the API key (${stolen.at})`, notTheKey))
  if (owner?.apiKey === apiKey) {
    found.push(problem('ownerApiKey', "is the bot's own key", "Give the key of the bot's owner, or leave out both."))
  }
  if (owner !== undefined && isSame(owner.email, email)) {
    const advice = "Give the address of the bot's owner, or leave out both."
    found.push(problem('ownerEmail', "is the bot's own address", advice))
  }
  return found
}

const notTheKey =
  'They are two secrets: the bot calls the server with the key, and recognises the server by the token. ' +
  'The token is in the line token=... of the file that the chat server offers for the bot.'

function called({ where, option }: SettingLocation): string {
  return `${option} in ${where}`
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
