import { accountOf, isBot, settingOf } from '../access/accounts.js'
import { includesSorted, isSubscribed, mayReadMessage } from '../access/visibility.js'
import type { Account, StoredChannel, StoredMessage } from '../world/state.js'
import type { World } from '../world/world.js'
import { isInChannel, placeKey } from './messages.js'
import { policiesOf, setTopicPolicy, topicPolicy } from './topics.js'

/**
 * Follows or unmutes the topic of a new message as people's settings say: for its sender, and for those whom it mentions by
 * name. Bots follow nothing. Returns the sender's new policy, if it changed.
 */
export function followOnSending(world: World, message: StoredMessage): number | undefined {
  const { place, sender_id, mentions, receivers } = message
  const channel = place.kind === 'channel' ? world.state.channels.get(place.stream_id) : undefined
  if (place.kind !== 'channel' || channel === undefined) return undefined
  const sender = accountOf(world, sender_id)
  const policy = isBot(sender) ? undefined : policyOnSending(world, sender, channel, message)
  if (policy !== undefined) setTopicPolicy(world, sender, channel, place.topic, policy)
  const { muted, followed } = policiesOf(world)
  for (const id of world.has('followedTopics') ? mentions.users : []) {
    const account = accountOf(world, id)
    const isAsked = includesSorted(receivers, id) && settingOf(account, 'automatically_follow_topics_where_mentioned')
    if (!isAsked || isBot(account) || !world.has('settings.update.automatically_follow_topics_where_mentioned'))
      continue
    if (topicPolicy(account, channel, place.topic) !== muted)
      setTopicPolicy(world, account, channel, place.topic, followed)
  }
  return policy
}

/** The same for somebody who reacts to a message, or takes part in its poll. */
export function followOnTakingPart(world: World, account: Account, { place }: StoredMessage): void {
  const channel = place.kind === 'channel' ? world.state.channels.get(place.stream_id) : undefined
  if (place.kind !== 'channel' || channel === undefined || isBot(account) || !isSubscribed(channel, account)) return
  const policy = policyFor(world, account, channel, (when) => when === takingPart)
  const isFollowed = topicPolicy(account, channel, place.topic) === policiesOf(world).followed
  if (policy !== undefined && !isFollowed) setTopicPolicy(world, account, channel, place.topic, policy)
}

/** When a topic is followed or unmuted, in the numbers of the two settings; 4 is never. */
const takingPart = 1
const sending = 2
const starting = 3

/** The new policy of a sender; undefined for the one that there is. */
function policyOnSending(world: World, sender: Account, channel: StoredChannel, message: StoredMessage) {
  const topic = message.place.kind === 'channel' ? message.place.topic : ''
  const policies = policiesOf(world)
  const before = topicPolicy(sender, channel, topic)
  if (before === policies.followed) return undefined
  const onSending = policyFor(world, sender, channel, (when) => when === takingPart || when === sending)
  if (onSending === policies.followed || before !== policies.none) return onSending === before ? undefined : onSending
  const onStarting = policyFor(world, sender, channel, (when) => when === starting)
  const wins = onStarting !== undefined && (onStarting === policies.followed || onSending === undefined)
  return wins && startsTopic(world, sender, channel, message) ? onStarting : onSending
}

/** What the settings of an account make of a topic, if they act at such a moment. */
function policyFor(world: World, account: Account, channel: StoredChannel, acts: (when: unknown) => boolean) {
  const { followed, unmuted } = policiesOf(world)
  const isSet = (name: Setting) => world.has(`settings.update.${name}`) && acts(settingOf(account, name))
  if (world.has('followedTopics') && isSet('automatically_follow_topics_policy')) return followed
  const isUnmuted =
    account.mutedChannels.has(channel.id) && isSet('automatically_unmute_topics_in_muted_streams_policy')
  return isUnmuted ? unmuted : undefined
}

type Setting =
  | 'automatically_follow_topics_policy'
  | 'automatically_unmute_topics_in_muted_streams_policy'
  | 'automatically_follow_topics_where_mentioned'

/** Whether a message is the first one of its topic that its sender can read. */
function startsTopic(world: World, sender: Account, channel: StoredChannel, { id, place }: StoredMessage): boolean {
  const key = placeKey(place)
  for (const other of world.state.messages.values()) {
    // The topics are compared only within the channel: that takes longer.
    const isThere = isInChannel(other, channel.id) && placeKey(other.place) === key
    if (isThere && other.id !== id && mayReadMessage(world, sender, other)) return false
  }
  return true
}
