import type { Client } from '../../client/index.js'
import type { Params } from '../../protocol/index.js'
import { shellWord } from '../../text/shellWord.js'
import type { ConnectionFlags } from '../shared/command.js'
import { findAccount, type ListedAccount, webhookBots } from '../shared/people.js'
import type { SimulatorApi } from '../shared/simulatorApi.js'
import { UsageError } from '../shared/usageError.js'

type Narrow = NonNullable<Params<'messages.list'>['narrow']>

export interface MessageDestination {
  /** To be printed: `general > lunch`, or `Echo`. */
  readonly title: string
  readonly message: Params<'messages.send'>
  /** The conversation, and the direct messages with the bots mentioned, which may answer there. */
  readonly narrows: readonly Narrow[]
  readonly to: readonly ListedAccount[]
}

/** Determines the destination of a message. @throws {UsageError} if the flags name none. */
export async function placeFor(
  text: string,
  { to, channel, topic }: SendFlags,
  client: Client,
  simulator: SimulatorApi | undefined,
): Promise<MessageDestination> {
  if (topic !== undefined && channel === undefined) {
    throw new UsageError(`A topic needs a channel. Name the channel of "${topic}" with --channel.`)
  }
  if (channel !== undefined && topic === undefined) {
    throw new UsageError(`A channel needs a topic. Name the topic in "${channel}" with --topic.`)
  }
  const who = channel !== undefined && to.length === 0 ? [] : await recipients(to, client, simulator)
  const direct = (people: readonly ListedAccount[]): Narrow => [
    { operator: 'dm', operand: people.map(({ user_id }) => user_id) },
  ]
  if (channel === undefined || topic === undefined) {
    return {
      title: who.map(({ full_name }) => full_name).join(', '),
      message: { type: 'direct', to: who.map(({ user_id }) => user_id), content: text },
      narrows: [direct(who)],
      to: who,
    }
  }
  const name = channel.replace(/^#/, '')
  return {
    title: `${name} > ${topic}`,
    message: { type: 'channel', to: name, topic, content: mentioning(who, text) },
    narrows: [
      [
        { operator: 'channel', operand: name },
        { operator: 'topic', operand: topic },
      ],
      ...who.map((one) => direct([one])),
    ],
    to: who,
  }
}

/** In a channel, a bot gets only messages that mention it. */
function mentioning(who: readonly ListedAccount[], text: string): string {
  const missing = who.filter(({ full_name: name }) => !text.includes(`@**${name}**`) && !text.includes(`@**${name}|`))
  return [...missing.map(({ full_name: name, user_id: id }) => `@**${name}|${id}**`), text].join(' ')
}

/** Finds accounts by name, address or ID. (default: a simulator's only connected bot) */
async function recipients(
  named: readonly string[],
  client: Client,
  simulator: SimulatorApi | undefined,
): Promise<readonly ListedAccount[]> {
  if (named.length === 0) return [onlyBot(simulator)]
  for (const who of named) {
    const [, channel, topic] = /^#?([^>@]+?)\s*>\s*(.+)$/.exec(who) ?? []
    if (channel === undefined || topic === undefined) continue
    throw new UsageError(`"${who}" is a topic. Give it as --channel ${shellWord(channel)} --topic ${shellWord(topic)}.`)
  }
  const known = simulator && [...simulator.organisation.bots, ...simulator.organisation.users]
  const rows: readonly ListedAccount[] = known ?? (await membersOf(client))
  return named.map((who) => findAccount(rows, who, 'Nobody is'))
}

async function membersOf(client: Client): Promise<readonly ListedAccount[]> {
  const { members } = await client.users.list()
  return members.map(({ user_id, full_name, email, is_active = true }) => ({ user_id, full_name, email, is_active }))
}

function onlyBot(simulator: SimulatorApi | undefined): ListedAccount {
  const advice = 'Name a bot with --to, or a channel with --channel and --topic.'
  if (simulator === undefined) throw new UsageError(`No recipient was given. ${advice}`)
  const bots = webhookBots(simulator.organisation)
  const connected = bots.filter(({ address }) => address !== null)
  const [bot] = connected
  if (bot !== undefined && connected.length === 1) return bot
  const names = (connected.length === 0 ? bots : connected).map(({ full_name }) => full_name).join(', ')
  const how = connected.length === 0 ? 'no bot is connected' : 'several bots are connected'
  throw new UsageError(`No recipient was given, and ${how} (there are ${names || 'none'}). ${advice}`)
}

export interface SendFlags extends ConnectionFlags {
  readonly to: readonly string[]
  readonly channel?: string
  readonly topic?: string
  /** Milliseconds. */
  readonly wait: number
  readonly json?: true
}
