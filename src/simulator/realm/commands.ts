import { type Endpoint, type EndpointName, endpoints } from '../../protocol/index.js'
import { checkAccess } from './access.js'
import { channelBy } from './messages/recipients.js'
import { noticeToOwner, postReply, type Reply } from './messages/replies.js'
import { deliverScheduled } from './messages/scheduling.js'
import type { CallContext } from './operation.js'
import { operationFor } from './operations/index.js'
import { sweepUpload } from './organisation/uploads.js'
import {
  addBot,
  addChannel,
  addUser,
  changeChannel,
  logIn,
  type NewBot,
  type NewChannel,
  type NewUser,
  regenerateToken,
  setBotAddress,
  subscribe,
  unsubscribe,
} from './seed/growing.js'
import { type TimerKind, timerKey } from './timer.js'
import { accountNamed, accountOf } from './users/accounts.js'
import { reportPresence } from './users/presence.js'
import { nextId, type World } from './world.js'

type Which = string | number

/** Everything that changes an organisation, by name. What each takes is data, so that the journal can show it. */
export const realmCommands = {
  call(world: World, name: EndpointName, callerId: number | undefined, params: unknown, context: CallContext) {
    const caller = callerId === undefined ? undefined : accountOf(world, callerId)
    checkAccess(name, caller)
    return operationFor(name)({ world, caller, params: params as never, context })
  },
  timer(world: World, kind: TimerKind, id: number): void {
    world.state.timers.delete(timerKey(kind, id))
    timerActions[kind](world, id)
  },
  newMessageId: (world: World) => nextId(world, 'message'),
  setLevel(world: World, level: number): void {
    world.state.level = level
  },
  postReply: (world: World, reply: Reply) => postReply(world, reply),
  noticeToOwner: (world: World, botId: number, content: string) => noticeToOwner(world, botId, content),
  addUser: (world: World, user: NewUser) => addUser(world, user),
  addBot: (world: World, bot: NewBot) => addBot(world, bot),
  addChannel: (world: World, channel: NewChannel) => addChannel(world, channel),
  changeChannel: (world: World, which: Which, change: { readonly name?: string; readonly is_archived?: boolean }) =>
    changeChannel(world, channelBy(world, which), change),
  subscribe: (world: World, who: Which, which: Which) =>
    subscribe(world, accountNamed(world, who), channelBy(world, which)),
  unsubscribe: (world: World, who: Which, which: Which) =>
    unsubscribe(world, accountNamed(world, who), channelBy(world, which)),
  reportPresence: (world: World, who: Which, status: 'active' | 'idle', client: string) =>
    reportPresence(world, accountNamed(world, who), status, client),
  logIn: (world: World, who: Which) => logIn(world, accountNamed(world, who)),
  regenerateToken: (world: World, bot: Which) => regenerateToken(world, accountNamed(world, bot).id),
  setBotAddress: (world: World, bot: Which, url: string | undefined) =>
    setBotAddress(world, accountNamed(world, bot).id, url),
} as const

/** Whether an endpoint only reads: nothing of it would have to be done again. */
export function isReading(name: EndpointName): boolean {
  return readers.has(name)
}

const readers: ReadonlySet<string> = new Set(
  endpoints.filter((endpoint: Endpoint) => endpoint.method === 'GET').map((endpoint) => endpoint.name),
)

export type RealmCommands = typeof realmCommands
export type RealmCommandName = keyof RealmCommands

/** What a command takes besides the world. */
export type CommandArguments<Name extends RealmCommandName> = RealmCommands[Name] extends (
  world: World,
  ...rest: infer Rest
) => unknown
  ? Rest
  : never

/** What happens when a time has come. */
const timerActions: Readonly<Record<TimerKind, (world: World, id: number) => void>> = {
  'scheduled message': deliverScheduled,
  'unused upload': sweepUpload,
}
