import { nameRules, noTopic, serverTexts, visibilityPolicies } from '../../../protocol/index.js'
import { refuse } from '../refusal.js'
import type { Account, Channel, TopicPolicy } from '../state.js'
import { topicKey } from '../state.js'
import { cutText } from '../texts.js'
import { seconds, type World } from '../world.js'

/** The topic that a message is to have: read, checked and cut to the limit. @throws {Refusal} */
export function topicForMessage(world: World, given: string): string {
  const topic = readTopic(world, given.trim(), 'noTopicReading')
  checkCharacters(topic)
  if (topic === '') {
    if (!world.has('emptyTopic')) refuse('topicCannotBeEmpty')
    if (world.assumptions.topicsRequired) refuse('topicsRequired')
  }
  return cutText(topic, world.assumptions.topicLength, serverTexts.cut)
}

/**
 * A topic as it is meant: from the level of `emptyTopic` on its display name stands for the empty one, and in messages
 * from the level of `noTopicReading` on, together with `(no topic)`.
 *
 * @see spec 4.1, 4.2 and 4.6
 */
export function readTopic(world: World, topic: string, since: 'emptyTopic' | 'noTopicReading'): string {
  if (!world.has(since)) return topic
  const isEmpty = topic === world.assumptions.emptyTopicDisplayName || (since === 'noTopicReading' && topic === noTopic)
  return isEmpty ? '' : topic
}

/** An empty topic as it is shown to clients that can't take one. */
export function topicShown(world: World, topic: string): string {
  return topic === '' ? world.assumptions.emptyTopicDisplayName : topic
}

function checkCharacters(topic: string): void {
  if (!nameRules.unprintable.test(topic)) return
  const position = [...topic].findIndex((character) => nameRules.unprintable.test(character))
  if (position >= 0) refuse('invalidCharacterInTopic', { position: position + 1 })
}

/** Whether the server has a policy: those before the level of `followedTopics` can follow none. @see spec 3 */
export function isKnownPolicy(world: World, policy: number): boolean {
  const isFollowed = (policy === unmuted || policy === followed) && policy !== world.assumptions.unmutedPolicy
  return !isFollowed || world.has('followedTopics')
}

const { unmuted, followed } = visibilityPolicies

/** What an account has set for a topic; 0 where it has set nothing. */
export function topicPolicy(account: Account, channel: Channel, topic: string): number {
  return account.topicPolicies.get(topicKey(channel.id, topic))?.policy ?? 0
}

/** Sets an account's policy for a topic; setting what is set already changes nothing and tells nobody. */
export function setTopicPolicy(world: World, account: Account, channel: Channel, topic: string, policy: number): void {
  if (topicPolicy(account, channel, topic) === policy) return
  const updated = seconds(world)
  const entry: TopicPolicy = { channelId: channel.id, topic, policy, updated }
  if (policy === 0) account.topicPolicies.delete(topicKey(channel.id, topic))
  else account.topicPolicies.set(topicKey(channel.id, topic), entry)
  world.emit('user_topic', [account.id], {
    stream_id: channel.id,
    topic_name: topic,
    last_updated: updated,
    visibility_policy: policy,
  })
  world.emit('muted_topics', [account.id], { muted_topics: mutedTopics(world, account) })
}

export function mutedTopics(world: World, account: Account) {
  return [...account.topicPolicies.values()]
    .filter((entry) => entry.policy === 1)
    .map((entry) => [world.state.channels.get(entry.channelId)?.name ?? '', entry.topic, entry.updated] as const)
}
