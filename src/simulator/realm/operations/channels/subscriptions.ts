import { isAdministrator, isOwner, mayAdminister } from '../../access/accounts.js'
import { accessUser, findByEmail } from '../../access/lookup.js'
import type { Call, Operations } from '../../access/operation.js'
import { isSubscribed, mayReadChannel, maySeeChannel } from '../../access/visibility.js'
import { administersChannel, setDefaultChannel } from '../../channels/changing.js'
import { announceChannels, noticeNewChannel, noticeSubscribed } from '../../channels/channelNotices.js'
import {
  addSubscribers,
  makeChannel,
  muteChannel,
  removeSubscribers,
  setForChannel,
} from '../../channels/subscribing.js'
import { readChannelName, readDescription } from '../../conversations/topics.js'
import { channelNamed } from '../../messages/recipients.js'
import { subscriptionShape } from '../../shapes/channel.js'
import { refuse } from '../../world/refusal.js'
import type { Account, StoredChannel } from '../../world/state.js'
import type { World } from '../../world/world.js'

export const subscriptionOperations = {
  'subscriptions.list': ({ world, caller, params }) => ({
    subscriptions: [...world.state.channels.values()]
      .filter((channel) => isSubscribed(channel, caller) && !channel.is_archived)
      .map((channel) => subscriptionShape(world, caller, channel, params.include_subscribers)),
  }),

  'subscriptions.add': (call) => {
    const { world, caller, params } = call
    const accounts = principals(world, caller, params.principals)
    const { history_public_to_subscribers: shared_history } = params
    for (const { color } of params.subscriptions) if (color !== undefined) checkColour('add.color', color)
    const descriptions = params.subscriptions.map(({ description = '' }, at) =>
      readDescription(description, `subscriptions[${at}]["description"]`),
    )
    const wanted = params.subscriptions.map(({ name, color }, at) => ({
      ...{ name: readChannelName(name), description: descriptions[at] ?? '', color },
    }))
    const isNew = wanted.some(({ name }) => channelNamed(world, name) === undefined)
    const settings = readChannelSettings(world, caller, isNew ? params : { invite_only: params.invite_only })
    const refused = wanted.filter(({ name }) => !mayJoin(caller, channelNamed(world, name)))
    const [first] = refused
    if (first !== undefined && params.authorization_errors_fatal) refuse('channelNotAccessible', { name: first.name })
    const subscribed = new Map<string, string[]>()
    const already = new Map<string, string[]>()
    const created: StoredChannel[] = []
    for (const draft of wanted) {
      const { color, ...named } = draft
      if (refused.includes(draft)) continue
      const known = channelNamed(world, draft.name)
      const before = known?.subscribers ?? []
      const joining = accounts.filter(({ id }) => !before.includes(id))
      if (color !== undefined) {
        const id = known?.id ?? world.state.last.channel + 1
        for (const { channelSettings } of joining) channelSettings.set(id, { ...channelSettings.get(id), color })
      }
      if (known !== undefined) addSubscribers(world, known, accounts)
      else created.push(makeChannel(world, caller, { ...named, ...settings, shared_history }, accounts))
      for (const { id } of accounts) {
        const list = before.includes(id) ? already : subscribed
        list.set(String(id), [...(list.get(String(id)) ?? []), known?.name ?? draft.name])
      }
    }
    for (const account of accounts) {
      const joined = subscribed.get(String(account.id)) ?? []
      const existing = joined.filter((name) => !created.some((channel) => channel.name === name))
      noticeSubscribed(world, caller, account, existing)
    }
    finishCreating(world, caller, created, params)
    return {
      subscribed: Object.fromEntries(subscribed),
      already_subscribed: Object.fromEntries(already),
      ...(!params.authorization_errors_fatal && { unauthorized: refused.map(({ name }) => name) }),
    }
  },

  'subscriptions.remove': (call) => {
    const { world, caller, params } = call
    const missing = params.subscriptions.filter((name) => !isKnown(world, caller, channelNamed(world, name)))
    if (missing.length > 0) refuse('channelsDoNotExist', { names: missing.join(', ') })
    const accounts = principals(world, caller, params.principals)
    const channels = params.subscriptions.flatMap((name) => channelNamed(world, name) ?? [])
    const mayRemove = (account: Account) => account.id === caller.id || mayAdminister(caller, account)
    const mayRemoveAll = channels.every((channel) => administersChannel(world, caller, channel))
    if (!mayRemoveAll && !accounts.every(mayRemove)) refuse('insufficientPermission')
    const removed = new Set<string>()
    const notRemoved = new Set<string>()
    for (const channel of channels) {
      for (const account of accounts) (isSubscribed(channel, account) ? removed : notRemoved).add(channel.name)
      removeSubscribers(world, channel, accounts)
    }
    return { removed: [...removed], not_removed: [...notRemoved] }
  },

  'subscriptions.setProperties': ({ world, caller, params }) => {
    for (const { property, value } of params.subscription_data) checkProperty(property, value)
    const changes = params.subscription_data.map(({ stream_id, property, value }) => {
      const channel = world.state.channels.get(stream_id)
      if (channel === undefined || !isSubscribed(channel, caller)) refuse('notSubscribed', { channel_id: stream_id })
      return { channel, property, value }
    })
    for (const { channel, property, value } of changes) {
      if (property === 'is_muted') muteChannel(world, caller, channel, value === true)
      else if (property === 'in_home_view') muteChannel(world, caller, channel, value === false)
      else setForChannel(world, caller, channel, property, value)
    }
  },
} satisfies Partial<Operations>

const switches: readonly string[] = [
  'is_muted',
  'in_home_view',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
]

/** @throws {Refusal} for an unknown property or a bad value */
function checkProperty(property: string, value: boolean | string): void {
  if (property === 'color') checkColour(property, String(value))
  else if (!switches.includes(property)) refuse('unknownSubscriptionProperty', { property })
  else if (typeof value !== 'boolean') refuse('notABoolean', { name: property })
}

type Principals = Call<'subscriptions.add'>['params']['principals']

/** The users that a request names by ID or address; by default the caller. @throws {Refusal} */
function principals(world: World, caller: Account, named: Principals): readonly Account[] {
  if (named === undefined) return [caller]
  return named.map((one) => {
    const id = typeof one === 'number' ? one : (findByEmail(world, caller, one)?.id ?? refuse('noSuchUser'))
    return accessUser(world, caller, id, { mayBeBot: true })
  })
}

/** Anyone who can call the endpoint can create a channel. An assumption. */
function mayJoin(caller: Account, channel: StoredChannel | undefined): boolean {
  return channel === undefined || (!channel.is_archived && mayReadChannel(caller, channel))
}

function isKnown(world: World, caller: Account, channel: StoredChannel | undefined): boolean {
  if (channel === undefined || channel.is_archived) return false
  return maySeeChannel(caller, channel) || administersChannel(world, caller, channel)
}

function checkColour(name: string, value: string): void {
  if (!/^#[0-9a-f]{3,6}$/i.test(value)) refuse('invalidColour', { name })
}

type Settings = Pick<Call<'subscriptions.add'>['params'], 'invite_only'> & Partial<Call<'subscriptions.add'>['params']>

/** Reads the settings of new channels. @throws {Refusal} */
export function readChannelSettings(world: World, caller: Account, params: Settings) {
  const { invite_only, is_default_stream, is_web_public, message_retention_days: days } = params
  const folder_id = readFolder(world, params.folder_id)
  const message_retention_days = days === undefined ? null : readRetention(caller, days)
  if (is_default_stream && !isAdministrator(caller)) refuse('insufficientPermission')
  if (is_default_stream && invite_only) refuse('defaultChannelPrivate')
  if (is_web_public) refuse('webPublicChannelsOff')
  return { invite_only, folder_id, message_retention_days }
}

/** Makes new channels default ones and announces them, if a request says so. */
export function finishCreating(
  world: World,
  caller: Account,
  created: readonly StoredChannel[],
  { is_default_stream, announce }: Partial<Settings>,
): void {
  if (is_default_stream) for (const channel of created) setDefaultChannel(world, channel, true)
  if (announce) announceChannels(world, caller, created)
  for (const channel of created) noticeNewChannel(world, caller, channel)
}

/** Days; -1 for ever, null as the organisation's. @throws {Refusal} if the caller is no owner, or for a bad value */
export function readRetention(caller: Account, given: number | string): number | null {
  if (!isOwner(caller)) refuse('mustBeOwner')
  if (given === 'unlimited') return -1
  if (given === 'realm_default') return null
  return typeof given === 'number' && given > 0
    ? given
    : refuse('badValue', { name: 'message_retention_days', value: given })
}

/** @throws {Refusal} if there is no such folder, or it is archived */
export function readFolder(world: World, id: number | null | undefined): number | null {
  if (id === null || id === undefined) return null
  const folder = world.state.folders.get(id)
  return folder === undefined || folder.is_archived ? refuse('invalidChannelFolder') : folder.id
}
