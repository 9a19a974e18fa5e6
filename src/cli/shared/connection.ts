import { NodeClient, type NodeClientOptions } from '../../node/client.js'
import type { Environment } from '../../node/configuration/sources.js'
import { findCredentials } from '../../node/credentialSources.js'
import type { BotCredentials } from '../../node/index.js'
import { consoleLog } from '../../receiver/index.js'
import { withoutUndefined } from '../../values.js'
import type { ConnectionFlags } from './command.js'
import type { Output } from './output.js'
import { findAccount, firstPerson } from './people.js'
import { fetchThroughProxy } from './proxiedFetch.js'
import { type SimulatorApi, simulatorAt } from './simulatorApi.js'
import { UsageError } from './usageError.js'

export interface ServerConnection {
  readonly site: string
  readonly email: string
  readonly apiKey: string
  readonly dialect?: BotCredentials['dialect']
  readonly allowInsecure?: boolean
  readonly certBundle?: string | undefined
  readonly insecure?: boolean | undefined
  /** The environment may name a proxy. */
  readonly connections: { readonly environment: Environment }
  readonly simulator?: SimulatorApi
}

/** Connects to `--simulator` as one of its accounts, else with credentials from the environment or a file. Masks secrets. */
export async function connect(flags: ConnectionFlags, output: Output): Promise<ServerConnection> {
  const address = simulatorMeant(flags, output)
  return address === undefined ? toServer(flags, output) : toSimulator(address, flags, output)
}

export function clientFor(connection: ServerConnection, options: Partial<NodeClientOptions> = {}): NodeClient {
  const { simulator: _, ...account } = connection
  return new NodeClient({ ...withoutUndefined(account), ...options })
}

/** The simulator's address, if one is meant. The command line takes precedence over the environment. */
function simulatorMeant(flags: ConnectionFlags, { terminal }: Output): string | undefined {
  const others = (['config', 'section', 'site'] as const).filter((name) => flags[name] !== undefined)
  const [other] = others
  if (flags.simulator === undefined) {
    return other === undefined ? terminal.environment.EARSHOT_SIMULATOR?.trim() || undefined : undefined
  }
  if (other === undefined) return flags.simulator
  throw new UsageError(
    `Two servers were given, with --simulator and --${other}. A simulator has its own people and keys: drop --${other} or --simulator.`,
  )
}

async function toSimulator(address: string, { as }: ConnectionFlags, output: Output): Promise<ServerConnection> {
  const simulator = await simulatorAt(address, fetchThroughProxy(output.terminal.environment))
  const { url, dialect, organisation } = simulator
  const everybody = [...organisation.users, ...organisation.bots]
  for (const { api_key: key } of everybody) output.hide(key)
  for (const { token } of organisation.bots) if (token !== null) output.hide(token)
  const { email, api_key: apiKey } =
    as === undefined ? firstPerson(organisation) : findAccount(everybody, as, 'Nobody in this simulator is')
  const connections = { environment: output.terminal.environment }
  return { site: url, email, apiKey, dialect, allowInsecure: true, connections, simulator }
}

async function toServer(flags: ConnectionFlags, output: Output): Promise<ServerConnection> {
  const { as = 'bot', site } = flags
  if (as !== 'bot' && as !== 'owner') {
    throw new UsageError(
      `--as ${as} needs a simulator, which knows everyone's keys: give its address with --simulator. ` +
        'On a server it is bot or owner; for anyone else, write their credentials into a section of the file and choose it with --section.',
    )
  }
  const credentials = callerCredentials(flags, output)
  const { dialect, allowInsecure, certBundle, insecure, owner } = credentials
  const account = as === 'owner' ? owner : credentials
  if (account === undefined) {
    throw new UsageError(
      "--as owner needs the owner's credentials: set EARSHOT_OWNER_EMAIL and EARSHOT_OWNER_API_KEY, or write owner_email and owner_key into the credentials file.",
    )
  }
  const { email, apiKey } = account
  const connections = { environment: output.terminal.environment }
  return { site: site ?? credentials.site, email, apiKey, dialect, allowInsecure, certBundle, insecure, connections }
}

/** The token isn't needed. */
function callerCredentials({ config, section, site }: ConnectionFlags, output: Output): BotCredentials {
  const { environment } = output.terminal
  // A site on the command line is combined with the account in the environment, if there is one.
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
