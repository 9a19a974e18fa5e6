import { accountNamed, accountOf } from './access/accounts.js'
import { addChannel, type ChannelChange, changeChannel } from './channels/changing.js'
import { addSubscribers, removeSubscribers } from './channels/subscribing.js'
import { storedMessages } from './conversations/messages.js'
import { markRead } from './messages/flags.js'
import { channelBy } from './messages/recipients.js'
import { noticeToOwner, postReply } from './messages/sending.js'
import { reportPresence } from './operations/users/presence.js'
import { addBot, addUser, logIn, regenerateToken, setBotAddress } from './users/adding.js'
import { nextId, type World } from './world/world.js'

type Which = string | number

/**
 * What changes an organisation besides the API's calls: `Realm.do` makes these changes by their names, which are the journal's. All of
 * them throw a `RangeError` for an account or a channel that doesn't exist, or for an ID or an address that is taken.
 */
export const changes = {
  addUser,
  /** An outgoing-webhook bot by default. */
  addBot,
  addChannel,
  /** Renames, archives or unarchives a channel. */
  changeChannel: (world: World, which: Which, change: Pick<ChannelChange, 'name' | 'is_archived'>) =>
    changeChannel(world, channelBy(world, which), change),
  subscribe: (world: World, who: Which, channel: Which) =>
    addSubscribers(world, channelBy(world, channel), [accountNamed(world, who)]),
  unsubscribe: (world: World, who: Which, channel: Which) =>
    removeSubscribers(world, channelBy(world, channel), [accountNamed(world, who)]),
  /** A client reports that its user is active, or that it is open while the user is away. */
  reportPresence: (world: World, who: Which, status: 'active' | 'idle', client: string) =>
    reportPresence(world, accountNamed(world, who), status, client),
  /** A person logs in. The first login turns an imported stub into an account. */
  logIn: (world: World, who: Which) => logIn(world, accountNamed(world, who)),
  /** Replaces the token of a bot that the server calls. */
  regenerateToken: (world: World, bot: Which) => regenerateToken(world, accountNamed(world, bot).id),
  /** Sets where the notifications of a bot go that the server calls. */
  setBotAddress: (world: World, bot: Which, url: string | undefined) =>
    setBotAddress(world, accountNamed(world, bot).id, url),
  /** Reserves a message ID. */
  newMessageId: (world: World) => nextId(world, 'message'),
  /** Posts a bot's reply in the conversation that triggered it, and returns its ID. @throws {Refusal} */
  postReply,
  /** Marks a message that was posted to a bot as read by it. */
  markProcessed: (world: World, bot: number, message: number) =>
    markRead(world, accountOf(world, bot), storedMessages(world.state, [message])),
  /** Writes to a bot's owner in the bot's name; undefined if there is no active owner. */
  noticeToOwner,
} as const

type Changes = typeof changes
export type ChangeName = keyof Changes
export type ChangeArguments<Name extends ChangeName> =
  Parameters<Changes[Name]> extends [World, ...infer Given] ? Given : never
