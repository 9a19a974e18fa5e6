import { codePoints, limits, nameRules, noTopic, serverTexts, visibilityPolicies } from '../../../protocol/index.js'
import { refuse } from '../world/refusal.js'
import { type Account, type StoredChannel, type TopicPolicy, topicKey } from '../world/state.js'
import { seconds, type World } from '../world/world.js'
import { cutText } from './messages.js'

/** Reads a message's topic. @throws {Refusal} */
export function topicForMessage(world: World, given: string): string {
  const topic = storedTopic(world, given)
  const position = badCharacter(given.trim())
  if (position > 0) refuse('invalidCharacterInTopic', { position })
  if (topic === '' && !world.has('emptyTopic')) refuse('topicCannotBeEmpty')
  return topic
}

/** The name under which a message's topic is stored: without blanks around it, and cut to the limit. */
export function storedTopic(world: World, given: string): string {
  const topic = readTopic(world, given.trim(), 'noTopicReading')
  return cutText(topic, world.assumptions.topicLength, serverTexts.cut)
}

/**
 * Reads the names that stand for the empty topic: its display name since `emptyTopic`; in messages, the display name and
 * `(no topic)` since `noTopicReading`.
 */
export function readTopic(world: World, topic: string, since: 'emptyTopic' | 'noTopicReading'): string {
  if (!world.has(since)) return topic
  const isEmpty = topic === world.assumptions.emptyTopicDisplayName || (since === 'noTopicReading' && topic === noTopic)
  return isEmpty ? '' : topic
}

/** An empty topic's display name, for clients that don't support empty topics. */
export function displayedTopic(world: World, topic: string): string {
  return topic === '' ? world.assumptions.emptyTopicDisplayName : topic
}

/** Whether the server supports a policy; older servers can't follow topics. */
export function isKnownPolicy(world: World, policy: number): boolean {
  return policy !== policiesOf(world).followed || world.has('followedTopics')
}

/** The policies by name. Whether 2 or 3 means followed is an assumption. */
export function policiesOf({ assumptions }: World) {
  const unmuted = assumptions.unmutedPolicy
  const followed = unmuted === visibilityPolicies.unmuted ? visibilityPolicies.followed : visibilityPolicies.unmuted
  return { ...visibilityPolicies, unmuted, followed }
}

/** An account's policy for a topic; 0 if none is set. */
export function topicPolicy(account: Account, channel: Pick<StoredChannel, 'id'>, topic: string): number {
  return account.topicPolicies.get(topicKey(channel.id, topic))?.visibility_policy ?? 0
}

/** Sets an account's policy for a topic; no event if it is unchanged. */
export function setTopicPolicy(
  world: World,
  account: Account,
  channel: StoredChannel,
  topic: string,
  policy: number,
): void {
  if (topicPolicy(account, channel, topic) === policy) return
  const place = { stream_id: channel.id, topic_name: topic }
  const entry: TopicPolicy = { ...place, last_updated: seconds(world), visibility_policy: policy }
  if (policy === 0) account.topicPolicies.delete(topicKey(channel.id, topic))
  else account.topicPolicies.set(topicKey(channel.id, topic), entry)
  world.emit('muted_topics', [account.id], { muted_topics: mutedTopics(world, account) })
  world.emit('user_topic', [account.id], entry)
}

export function mutedTopics(world: World, account: Account) {
  return [...account.topicPolicies.values()]
    .filter(({ visibility_policy }) => visibility_policy === visibilityPolicies.muted)
    .map(
      (entry) => [world.state.channels.get(entry.stream_id)?.name ?? '', entry.topic_name, entry.last_updated] as const,
    )
}

/** Reads the name of a channel. @throws {Refusal} if it is not allowed */
export function readChannelName(given: string): string {
  const name = given.trim()
  if (name === '') refuse('channelNameEmpty')
  if (codePoints(name) > limits.channelName) refuse('channelNameTooLong', { limit: limits.channelName })
  const position = badCharacter(name)
  if (position > 0) refuse('channelNameCharacter', { position })
  return name
}

/** Reads the description of a channel, which is one line. @param name What the refusal calls it. @throws {Refusal} if it is too long */
export function readDescription(given: string, name = 'description'): string {
  const limit = limits.channelDescription
  return codePoints(given) > limit ? refuse('tooLong', { name, limit }) : given.replaceAll('\n', ' ')
}

/** The position, from 1, of the first unprintable character; 0 if there is none. */
export function badCharacter(text: string): number {
  if (!nameRules.unprintable.test(text)) return 0
  return [...text].findIndex((character) => nameRules.unprintable.test(character)) + 1
}
