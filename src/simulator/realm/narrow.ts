import { resolvedTopicMark } from '../../protocol/index.js'
import { directPlace } from './conversations.js'
import { flagsOf, isUnread } from './flags.js'
import { findByEmail } from './lookup.js'
import type { NarrowTerm } from './narrowTerm.js'
import { channelNamed } from './recipients.js'
import { refuse } from './refusal.js'
import { SortedIds } from './sortedIds.js'
import { type Account, type Channel, conversationKey, type StoredMessage, topicKey } from './state.js'
import { readTopic } from './topics.js'
import type { World } from './world.js'

/** A listing's conditions: the shortest list of IDs that holds every match, and what each message must fulfil. */
export interface Narrow {
  readonly ids: SortedIds
  fits(message: StoredMessage): boolean
}

/** Understands the conditions of a listing. The operators are assumed. @throws {Refusal} for one that nobody knows */
export function readNarrow(world: World, viewer: Account, terms: readonly NarrowTerm[]): Narrow {
  const conditions = terms.map((term) => {
    const read = operators.get(term.operator.replace(/^-/, '')) ?? unknownOperator(term.operator)
    const negated = term.negated === true || term.operator.startsWith('-')
    return { ...read(world, viewer, term.operand), negated }
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

interface Condition {
  fits(message: StoredMessage): boolean
  readonly channel?: Channel
  readonly topic?: string
  /** A list of IDs that holds every match; left out where there is no such list. */
  readonly list?: SortedIds
}

type Operator = (world: World, viewer: Account, operand: NarrowTerm['operand']) => Condition

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
])

const contents: ReadonlyMap<string, (message: StoredMessage) => boolean> = new Map([
  ['link', ({ rendered }: StoredMessage) => rendered.includes('<a href')],
  ['attachment', ({ content }) => content.includes('/user_uploads/')],
  ['image', ({ rendered }) => rendered.includes('<img ')],
  ['reaction', ({ reactions }) => reactions.length > 0],
])

const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['channel', ofChannel],
  ['stream', ofChannel],
  ['topic', ofTopic],
  ['subject', ofTopic],
  ['dm', ofConversation],
  ['pm-with', ofConversation],
  ['dm-including', withUser],
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
  [
    'channels',
    (world, _, operand) => {
      if (operand !== 'public') badNarrow(`unknown 'channels' operand ${String(operand)}`)
      return {
        fits: ({ place }) => place.kind === 'channel' && world.state.channels.get(place.channelId)?.isPrivate === false,
      }
    },
  ],
])

function usersOf(world: World, viewer: Account, operand: NarrowTerm['operand']): readonly Account[] {
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
