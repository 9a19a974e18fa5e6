import { type FeatureId, type NarrowTerm, resolvedTopicMark, visibilityPolicies } from '../../../protocol/index.js'
import { readTopic, topicPolicy } from '../channels/topics.js'
import { directPlace } from '../messages/conversations.js'
import { flagsOf, isUnread } from '../messages/flags.js'
import { channelNamed } from '../messages/recipients.js'
import { mayReadMessage } from '../messages/visibility.js'
import { refuse } from '../refusal.js'
import { SortedIds } from '../sortedIds.js'
import { type Account, type Channel, conversationKey, type Place, type StoredMessage, topicKey } from '../state.js'
import type { World } from '../world.js'
import { findByEmail } from './lookup.js'

/** A listing's conditions: the shortest list of IDs that holds every match, and what each message must fulfil. */
export interface Narrow {
  readonly ids: SortedIds
  fits(message: StoredMessage): boolean
}

/** Understands the conditions of a listing. The operators are assumed. @throws {Refusal} for one that nobody knows */
export function readNarrow(world: World, viewer: Account, narrow: readonly NarrowTerm[]): Narrow {
  const terms = withConversation(world, viewer, narrow.map(termOf))
  const conditions = terms.map(({ operator, operand, negated }) => {
    const read = operators.get(operator) ?? unknownOperator(operator)
    const since = newer.get(operator) ?? newer.get(`${operator}:${String(operand)}`)
    if (since !== undefined && !world.has(since)) {
      unknownOperator(newer.has(operator) ? operator : `${operator}:${String(operand)}`)
    }
    return { ...read(world, viewer, operand), negated }
  })
  const channel = conditions.find((one) => !one.negated && one.channel !== undefined)?.channel
  const topic = conditions.find((one) => !one.negated && one.topic !== undefined)?.topic
  const lists = conditions.flatMap((one) => (one.negated || one.list === undefined ? [] : [one.list]))
  const { state } = world
  if (channel !== undefined) {
    const { byChannel, byTopic } = state.index
    const list = topic === undefined ? byChannel.get(channel.id) : byTopic.get(topicKey(channel.id, topic))
    lists.push(list ?? new SortedIds())
  }
  return {
    ids: lists.reduce((one, other) => (other.size < one.size ? other : one), state.index.all),
    fits: (message) => conditions.every((one) => one.fits(message) !== one.negated),
  }
}

/** A condition as it is meant, whichever way it was written. */
interface Term {
  readonly operator: string
  readonly operand: Operand
  readonly negated: boolean
}

type Operand = string | number | readonly number[]

export function termOf(term: NarrowTerm): Term {
  const { operator, operand, negated } = 'operator' in term ? term : { operator: term[0], operand: term[1] }
  const name = operator.replace(/^-/, '').replaceAll('_', '-')
  return { operator: name, operand, negated: negated === true || name.length < operator.length }
}

/** What became newly possible with a level; the rest always was. */
const newer: ReadonlyMap<string, FeatureId> = new Map<string, FeatureId>([
  ['dm', 'directNarrows'],
  ['dm-including', 'directNarrows'],
  ['is:dm', 'directNarrows'],
  ['has:reaction', 'reactionNarrow'],
  ['channel', 'channelNarrows'],
  ['channels', 'channelNarrows'],
  ['is:followed', 'followedNarrow'],
  ['with', 'withNarrow'],
  ['is:muted', 'mutedNarrow'],
])

const ofPlace = new Set(['channel', 'stream', 'topic', 'subject', 'dm', 'pm-with'])

/** Where `with` names a message that can be read, its conversation replaces the one that the other conditions name. */
function withConversation(world: World, viewer: Account, terms: readonly Term[]): readonly Term[] {
  const [term, another] = terms.filter(({ operator }) => operator === 'with')
  if (term === undefined || !world.has('withNarrow')) return terms
  if (another !== undefined) badNarrow("Duplicate 'with' operators.")
  if (!/^\d+$/.test(String(term.operand))) badNarrow("Invalid 'with' operator")
  const others = terms.filter((one) => one !== term)
  const message = world.state.messages.get(Number(term.operand))
  if (message === undefined || !mayReadMessage(world, viewer, message)) return others
  const { place } = message
  const conversation: readonly (readonly [string, Operand])[] =
    place.kind === 'direct'
      ? [['dm', place.userIds]]
      : [
          ['channel', place.channelId],
          ['topic', place.topic],
        ]
  return [
    ...others.filter(({ operator }) => !ofPlace.has(operator)),
    ...conversation.map(([operator, operand]) => ({ operator, operand, negated: false })),
  ]
}

interface Condition {
  fits(message: StoredMessage): boolean
  readonly channel?: Channel
  readonly topic?: string
  /** A list of IDs that holds every match; left out where there is no such list. */
  readonly list?: SortedIds
}

type Operator = (world: World, viewer: Account, operand: Operand) => Condition

const ofChannel: Operator = (world, _, operand) => {
  const channel =
    typeof operand === 'number' || /^\d+$/.test(String(operand))
      ? world.state.channels.get(Number(operand))
      : channelNamed(world, String(operand))
  if (channel === undefined) badNarrow(`unknown channel ${String(operand)}`)
  return { channel, fits: ({ place }) => place.kind === 'channel' && place.channelId === channel.id }
}

const ofTopic: Operator = (world, _, operand) => {
  const topic = readTopic(world, String(operand).trim(), 'emptyTopic')
  const wanted = topic.toLowerCase()
  return { topic, fits: ({ place }) => place.kind === 'channel' && place.topic.toLowerCase() === wanted }
}

const ofConversation: Operator = (world, viewer, operand) => {
  const { userIds } = directPlace([viewer.id, ...usersOf(world, viewer, operand).map((user) => user.id)])
  const key = conversationKey(userIds)
  const list = world.state.index.byConversation.get(key) ?? new SortedIds()
  return { list, fits: ({ place }) => place.kind === 'direct' && conversationKey(place.userIds) === key }
}

const withUser: Operator = (world, viewer, operand) => {
  const ids = usersOf(world, viewer, operand).map((user) => user.id)
  return { fits: ({ place }) => place.kind === 'direct' && ids.every((id) => place.userIds.includes(id)) }
}

const withUserInGroup: Operator = (world, viewer, operand) => {
  const { fits } = withUser(world, viewer, operand)
  return { fits: (message) => message.place.kind === 'direct' && message.place.userIds.length > 2 && fits(message) }
}

const ofSender: Operator = (world, viewer, operand) => {
  const [sender] = usersOf(world, viewer, operand)
  if (sender === undefined) badNarrow('unknown user')
  const list = world.state.index.bySender.get(sender.id) ?? new SortedIds()
  return { list, fits: (message) => message.senderId === sender.id }
}

const withWords: Operator = (_, __, operand) => {
  const words = String(operand).toLowerCase().split(/\s+/).filter(Boolean)
  const topicOf = ({ place }: StoredMessage) => (place.kind === 'channel' ? place.topic : '')
  return {
    fits: (message) => {
      const text = `${topicOf(message)} ${message.content}`.toLowerCase()
      return words.every((word) => text.includes(word))
    },
  }
}

const states: ReadonlyMap<string, (world: World, viewer: Account, message: StoredMessage) => boolean> = new Map([
  ['dm', (_: World, __: Account, { place }: StoredMessage) => place.kind === 'direct'],
  ['private', (_, __, { place }) => place.kind === 'direct'],
  ['unread', (_, viewer, message) => isUnread(viewer, message)],
  ['mentioned', (world, viewer, message) => flagsOf(world, viewer, message).some((flag) => flag.endsWith('mentioned'))],
  ['starred', (_, viewer, { id }) => viewer.flagged.get(id)?.includes('starred') === true],
  ['alerted', () => false],
  ['resolved', (_, __, { place }) => place.kind === 'channel' && place.topic.startsWith(resolvedTopicMark)],
  ['followed', (world, viewer, { place }) => policyOf(world, viewer, place) === followedPolicy(world)],
  ['muted', isMuted],
])

function policyOf({ state }: World, viewer: Account, place: Place): number {
  const channel = place.kind === 'channel' ? state.channels.get(place.channelId) : undefined
  return place.kind === 'channel' && channel !== undefined ? topicPolicy(viewer, channel, place.topic) : 0
}

/** Which of 2 and 3 stands for followed is an assumption. @see spec 3 */
function followedPolicy({ assumptions }: World): number {
  const { unmuted, followed } = visibilityPolicies
  return assumptions.unmutedPolicy === unmuted ? followed : unmuted
}

/** A topic counts as its channel does, unless it has a policy of its own. */
function isMuted(world: World, viewer: Account, { place }: StoredMessage): boolean {
  const policy = policyOf(world, viewer, place)
  if (policy !== visibilityPolicies.none) return policy === visibilityPolicies.muted
  return place.kind === 'channel' && viewer.mutedChannels.has(place.channelId)
}

const contents: ReadonlyMap<string, (message: StoredMessage) => boolean> = new Map([
  ['link', ({ rendered }: StoredMessage) => rendered.includes('<a href')],
  ['attachment', ({ content }) => content.includes('/user_uploads/')],
  ['image', ({ rendered }) => rendered.includes('<img ')],
  ['reaction', ({ reactions }) => reactions.length > 0],
])

const ofChannels: Operator = (world, _, operand) => {
  if (operand !== 'public' && operand !== 'web-public') badNarrow(`unknown 'channels' operand ${String(operand)}`)
  // No channel of the simulator is open to the web.
  const isPublic = operand === 'public'
  return {
    fits: ({ place }) =>
      isPublic && place.kind === 'channel' && world.state.channels.get(place.channelId)?.isPrivate === false,
  }
}

const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['channel', ofChannel],
  ['stream', ofChannel],
  ['topic', ofTopic],
  ['subject', ofTopic],
  ['dm', ofConversation],
  ['pm-with', ofConversation],
  ['dm-including', withUser],
  ['group-pm-with', withUserInGroup],
  ['sender', ofSender],
  ['from', ofSender],
  ['search', withWords],
  ['id', (_, __, operand) => ({ fits: ({ id }) => id === Number(operand) })],
  ['near', () => ({ fits: () => true })],
  [
    'is',
    (world, viewer, operand) => {
      const fits = states.get(String(operand)) ?? badNarrow(`unknown 'is' operand ${String(operand)}`)
      return { fits: (message) => fits(world, viewer, message) }
    },
  ],
  [
    'has',
    (_, __, operand) => ({
      fits: contents.get(String(operand)) ?? badNarrow(`unknown 'has' operand ${String(operand)}`),
    }),
  ],
  ['channels', ofChannels],
  ['streams', ofChannels],
  [
    'in',
    (world, viewer, operand) => {
      if (operand !== 'home' && operand !== 'all') badNarrow(`unknown 'in' operand ${String(operand)}`)
      return { fits: (message) => operand === 'all' || !isMuted(world, viewer, message) }
    },
  ],
])

function usersOf(world: World, viewer: Account, operand: Operand): readonly Account[] {
  const named: readonly (string | number)[] =
    typeof operand === 'object' ? operand : typeof operand === 'number' ? [operand] : String(operand).split(',')
  return named.map((one) => {
    const found = typeof one === 'number' ? world.state.accounts.get(one) : findByEmail(world, viewer, one)
    return found ?? badNarrow(`unknown user in ${String(operand)}`)
  })
}

function unknownOperator(operator: string): never {
  badNarrow(`unknown operator ${operator}`)
}

function badNarrow(reason: string): never {
  refuse('badNarrow', { reason })
}
