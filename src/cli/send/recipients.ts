import type { Client } from '../../client/index.js'
import { type Called, calledBots, calledSo } from '../shared/people.js'
import type { SimulatorApi } from '../shared/simulatorApi.js'
import { UsageError } from '../shared/usageError.js'

/**
 * Those who are written to, by name, address or ID. With nobody named, a simulator's only bot that is connected.
 *
 * @throws {UsageError} for a name that nobody has, and where nobody was named and there are several bots or none.
 */
export async function recipients(
  named: readonly string[],
  client: Client,
  simulator: SimulatorApi | undefined,
): Promise<readonly Called[]> {
  if (named.length === 0) return [onlyBot(simulator)]
  const rows = simulator === undefined ? await membersOf(client) : everybody(simulator)
  return named.map((who) => calledSo(rows, who, 'Nobody there is'))
}

function everybody({ organisation: { users, bots } }: SimulatorApi): readonly Called[] {
  return [...bots, ...users]
}

async function membersOf(client: Client): Promise<readonly Called[]> {
  const { members } = await client.users.list()
  return members.map(({ user_id, full_name, email, is_active = true }) => ({ user_id, full_name, email, is_active }))
}

function onlyBot(simulator: SimulatorApi | undefined): Called {
  const advice = 'Name a bot by --to, or a channel by --channel and --topic.'
  if (simulator === undefined) throw new UsageError(`Nobody was named to write to. ${advice}`)
  const bots = calledBots(simulator.organisation)
  const connected = bots.filter(({ address }) => address !== null)
  const [bot] = connected
  if (bot !== undefined && connected.length === 1) return bot
  const names = (connected.length === 0 ? bots : connected).map(({ full_name }) => full_name).join(', ')
  const how = connected.length === 0 ? 'no bot is connected' : 'several bots are connected'
  throw new UsageError(`Nobody was named to write to, and ${how} (there are ${names || 'none'}). ${advice}`)
}
