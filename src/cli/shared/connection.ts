import { Client, type NodeClientOptions } from '../../node/client.js'
import { findCredentials } from '../../node/credentialSources.js'
import type { BotCredentials } from '../../node/index.js'
import { consoleLog } from '../../receiver/index.js'
import type { ConnectionFlags } from './connectionFlags.js'
import type { Output } from './output.js'
import { accountIn, firstPerson } from './people.js'
import { type SimulatorApi, simulatorAt } from './simulatorApi.js'
import { UsageError } from './usageError.js'

/** A server, and the account that speaks to it. */
export interface Connection {
  readonly site: string
  readonly email: string
  readonly apiKey: string
  readonly dialect?: BotCredentials['dialect']
  readonly allowInsecure?: boolean
  /** The simulator, where the server is one. */
  readonly simulator?: SimulatorApi
}

/**
 * Finds out which server is meant, and who calls: `--simulator` with one of its people, else the credentials in the
 * environment or a file. What is secret in them is kept out of what the command says.
 *
 * @throws {UsageError} for flags that contradict each other or name nobody. @throws {ConfigurationError} without usable
 * credentials. @throws {SimulatorError} when no simulator answers.
 */
export async function connect(flags: ConnectionFlags, output: Output): Promise<Connection> {
  const address = simulatorMeant(flags, output)
  return address === undefined ? toServer(flags, output) : toSimulator(address, flags, output)
}

/** A client for it. */
export function clientFor(connection: Connection, options: Partial<NodeClientOptions> = {}): Client {
  const { site, email, apiKey, dialect, allowInsecure } = connection
  return new Client({
    site,
    email,
    apiKey,
    ...(dialect !== undefined && { dialect }),
    ...(allowInsecure !== undefined && { allowInsecure }),
    ...options,
  })
}

/** The address of the simulator that is meant, if one is. What is given on the command line goes before the environment. */
export function simulatorMeant(flags: ConnectionFlags, { terminal }: Output): string | undefined {
  const others = (['config', 'section', 'site'] as const).filter((name) => flags[name] !== undefined)
  const [other] = others
  if (flags.simulator === undefined) {
    return other === undefined ? terminal.environment.EARSHOT_SIMULATOR?.trim() || undefined : undefined
  }
  if (other === undefined) return flags.simulator
  throw new UsageError(
    `Two servers were given, by --simulator and by --${other}. A simulator has its own people and keys: drop --${other} or --simulator.`,
  )
}

async function toSimulator(address: string, { as }: ConnectionFlags, output: Output): Promise<Connection> {
  const simulator = await simulatorAt(address)
  const { url, dialect, organisation } = simulator
  for (const { api_key: key } of [...organisation.users, ...organisation.bots]) output.hide(key)
  for (const { token } of organisation.bots) if (token !== null) output.hide(token)
  const { email, api_key: apiKey } = as === undefined ? firstPerson(organisation) : accountIn(organisation, as)
  return { site: url, email, apiKey, dialect, allowInsecure: true, simulator }
}

async function toServer(flags: ConnectionFlags, output: Output): Promise<Connection> {
  const { as = 'bot', site } = flags
  if (as !== 'bot' && as !== 'owner') {
    throw new UsageError(
      `--as ${as} needs a simulator, which knows everybody's keys: name it by --simulator. ` +
        'On a server it is bot or owner; for anybody else, write their credentials into a section of the file and give it by --section.',
    )
  }
  const credentials = callerCredentials(flags, output)
  const { dialect, allowInsecure, owner } = credentials
  const account = as === 'owner' ? owner : credentials
  if (account === undefined) {
    throw new UsageError(
      "--as owner needs the owner's credentials: set EARSHOT_OWNER_EMAIL and EARSHOT_OWNER_API_KEY, or write owner_email and owner_key into the credentials file.",
    )
  }
  const { email, apiKey } = account
  return { site: site ?? credentials.site, email, apiKey, dialect, allowInsecure }
}

/**
 * The credentials that flags, environment or file give, to call a server with: the token of deliveries may be missing.
 *
 * @throws {ConfigurationError} when there are none to use.
 */
function callerCredentials({ config, section, site }: ConnectionFlags, output: Output): BotCredentials {
  const { environment } = output.terminal
  // A site on the command line stands beside the account in the environment; without one it says nothing of an account.
  const isInEnvironment = environment.EARSHOT_EMAIL !== undefined || environment.EARSHOT_API_KEY !== undefined
  const credentials = findCredentials({
    section,
    configFile: config,
    environment: site !== undefined && isInEnvironment ? { ...environment, EARSHOT_SITE: site } : environment,
    needs: { token: false },
    log: consoleLog({ level: 'error' }),
  })
  const { apiKey, token, owner } = credentials
  output.hide(apiKey, ...(typeof token === 'string' ? [token] : token), ...(owner === undefined ? [] : [owner.apiKey]))
  return credentials
}
