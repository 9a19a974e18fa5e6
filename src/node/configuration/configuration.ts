import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { BotCredentials } from '../credentials.js'
import type { ConfigurationProblem } from '../errors.js'
import type { QueueAddress } from '../stores.js'
import { chooseSection } from './chooseSection.js'
import { type Environment, environmentSource, speaksOfABot, strayVariables } from './environmentSource.js'
import { botIn, type ConfigFile, strayOptions } from './fileSections.js'
import type { IniSection } from './ini.js'
import { type FoundBot, mixUps } from './mixUps.js'
import { type Needs, readCredentials } from './readCredentials.js'
import { openToOthers, readConfigFile } from './readFile.js'
import {
  queueConfiguration,
  type ServerConfiguration,
  type ServerSources,
  serverConfiguration,
} from './serverSource.js'
import { neededSettings, serverSettings, settings } from './settings.js'

/** What is looked for, and where. */
export interface BotSources {
  /** The bots that are to be served, or every one that there are credentials for. */
  readonly bots: readonly WantedBot[] | 'every'
  /** Path of the file; `EARSHOT_CONFIG`, or `earshotrc` in the working directory, when not given. */
  readonly configFile?: string | undefined
  readonly environment: Environment
  readonly needs?: Needs
}

export interface ConfigurationSources extends BotSources {
  readonly given: ServerSources['given']
}

export interface WantedBot {
  /** Those given in code are taken as they are. */
  readonly credentials?: BotCredentials | undefined
  /** Section of the file. */
  readonly section?: string | undefined
}

/** The bots that are configured, and everything that is wrong with that. */
export interface BotsConfiguration {
  /** In the order of those wanted; undefined where the problems say why. */
  readonly bots: readonly (ConfiguredBot | undefined)[]
  readonly problems: readonly ConfigurationProblem[]
  readonly warnings: readonly ConfigurationProblem[]
}

/** Everything that is configured, and everything that is wrong with it. */
export interface Configuration extends BotsConfiguration, ServerConfiguration {}

export interface ConfiguredBot {
  readonly credentials: BotCredentials
  /** Where they stand, for people: `the environment`. */
  readonly from: string
}

/** Reads the whole configuration, and stops at nothing that is wrong with it. */
export function configurationOf(sources: ConfigurationSources): Configuration {
  const { file, problems, warnings, bots } = withFile(sources)
  const server = serverConfiguration({ given: sources.given, environment: sources.environment, file }, problems)
  return { ...server, bots, problems, warnings }
}

/** Reads what is said of bots alone. */
export function botsConfiguration(sources: BotSources): BotsConfiguration {
  const { problems, warnings, bots } = withFile(sources)
  return { problems, warnings, bots }
}

/** Where the queue is that is configured, whatever else is missing. */
export function configuredQueue(
  sources: Pick<BotSources, 'configFile' | 'environment'>,
  problems: ConfigurationProblem[],
): QueueAddress | undefined {
  const path = pathOf(sources)
  const isThere = namedFile(sources) !== undefined || existsSync(path)
  const file = isThere ? readConfigFile(path, problems) : undefined
  return queueConfiguration({ environment: sources.environment, file }, problems)
}

function withFile(sources: BotSources): Found & Findings {
  const problems: ConfigurationProblem[] = []
  const warnings = strayVariables(sources.environment)
  const found = foundBots(sources, { problems, warnings })
  problems.push(...mixUps(found.bots.filter(isFromAPlace)))
  return { ...found, problems, warnings }
}

interface Findings {
  readonly problems: ConfigurationProblem[]
  readonly warnings: ConfigurationProblem[]
}

interface Found {
  readonly bots: readonly (ConfiguredBot | (ConfiguredBot & FoundBot) | undefined)[]
  /** The file that was read, if any was. */
  readonly file: ConfigFile | undefined
}

function foundBots(sources: BotSources, findings: Findings): Found {
  const { bots } = sources
  const { problems, warnings } = findings
  const wanted = bots === 'every' ? [{}] : bots
  if (wanted.every(({ credentials }) => credentials !== undefined)) {
    return { bots: wanted.map(({ credentials }) => inCode(credentials)), file: undefined }
  }
  const alone = mayAskEnvironment(sources, wanted) ? inEnvironment(sources, problems) : undefined
  if (alone !== undefined) {
    if (sources.environment.EARSHOT_CONFIG?.trim()) warnings.push(notRead)
    return { bots: [alone.bot], file: undefined }
  }
  const file = fileOf(sources, problems)
  if (file === undefined) return { bots: wanted.map(({ credentials }) => inCode(credentials)), file }
  warnings.push(...openToOthers(file.path))
  if (file.server !== undefined) warnings.push(...strayOptions(file.path, file.server, serverSettings))
  const read = (section: IniSection | undefined) => {
    const bot = section === undefined ? undefined : botIn(file.path, section, problems, sources.needs)
    warnings.push(...(bot?.warnings ?? []))
    return bot
  }
  if (bots === 'every') return { bots: file.bots.map(read), file }
  const found = wanted.map(
    ({ credentials, section }) => inCode(credentials) ?? read(chooseSection(file, section, problems)),
  )
  return { bots: found, file }
}

const notRead: ConfigurationProblem = {
  where: 'the environment',
  option: 'EARSHOT_CONFIG',
  problem: 'is not read, since the credentials stand in the environment itself',
  advice: 'Unset one or the other.',
}

function inCode(credentials: BotCredentials | undefined): ConfiguredBot | undefined {
  return credentials && { credentials, from: 'the code' }
}

/** The environment can't speak of several bots, nor of one of a section. */
function mayAskEnvironment({ configFile }: BotSources, wanted: readonly WantedBot[]): boolean {
  return wanted.length === 1 && wanted[0]?.section === undefined && configFile === undefined
}

/** Undefined when the environment says nothing of a bot. */
function inEnvironment(
  sources: BotSources,
  problems: ConfigurationProblem[],
): { readonly bot: (ConfiguredBot & FoundBot) | undefined } | undefined {
  const found: ConfigurationProblem[] = []
  const source = environmentSource(sources.environment, found)
  if (!speaksOfABot(source)) return undefined
  const credentials = readCredentials(source, found, sources.needs)
  problems.push(...found)
  const path = pathOf(sources)
  if (credentials === undefined && existsSync(path)) problems.push(passedOver(path))
  return { bot: credentials && { credentials, source, from: 'the environment' } }
}

function passedOver(path: string): ConfigurationProblem {
  const problem = 'is not read, since the environment speaks of a bot'
  return { where: path, file: path, problem, advice: 'Unset what is set there, to use the file.' }
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
  const variables = neededSettings.map((name) => settings[name].variable).join(', ')
  problems.push({
    where: 'the environment',
    file: path,
    problem: `has no credentials of a bot (${variables} are not set), and there is no file ${path}`,
    advice:
      'Set them, or download the file from the chat server, where the bot was created, and save it under that name.',
  })
  return undefined
}

const defaultFile = 'earshotrc'

function isFromAPlace(bot: ConfiguredBot | (ConfiguredBot & FoundBot) | undefined): bot is ConfiguredBot & FoundBot {
  return bot !== undefined && 'source' in bot
}
