import { type FeatureId, type NarrowTerm, resolvedTopicMark, visibilityPolicies } from '../../../protocol/index.js'
import { isGuest } from '../access/accounts.js'
import { findByEmail } from '../access/lookup.js'
import { isListed, mayReadChannel, mayReadMessage, sharesHistory } from '../access/visibility.js'
import { directPlace, isInChannel } from '../conversations/messages.js'
import { policiesOf, readTopic, topicPolicy } from '../conversations/topics.js'
import { escapeHtml } from '../markdown/element.js'
import { isMentioned, isUnread } from '../messages/flags.js'
import { channelNamed } from '../messages/recipients.js'
import { refuse } from '../world/refusal.js'
import { type Account, conversationKey, type Place, type StoredChannel, type StoredMessage } from '../world/state.js'
import type { World } from '../world/world.js'
import { lexemesIn } from './words.js'

/** Whether a message meets all conditions of a listing. */
export type Narrow = (message: StoredMessage) => boolean

/** Reads the conditions of a listing. The operators are assumed. @throws {Refusal} for an unknown one */
export function readNarrow(world: World, viewer: Account, narrow: readonly NarrowTerm[]): Narrow {
  return allOf(world, viewer, readTerms(world, viewer, narrow))
}

function allOf(world: World, viewer: Account, terms: readonly Term[]): Narrow {
  const kinds = new Set<Kind>()
  const conditions = terms.map((term) => {
    const { operator, operand, negated } = term
    const read = operators.get(operator) ?? unknownOperator(operator)
    const since = newer.get(operator)
    if (since !== undefined && !world.has(since)) unknownOperator(operator)
    const kind = kindOf(term)
    if (kind !== undefined && world.has('conflictingNarrows')) kinds.add(kind)
    if (kinds.size > 1) badNarrow('No message can be both a channel message and direct message')
    const fits = read(world, viewer, operand)
    return (message: StoredMessage) => fits(message) !== negated
  })
  return (message) => conditions.every((fits) => fits(message))
}

/**
 * Which messages a listing with these conditions shows: an account's own copies, and the history of the channel or of the
 * public channels that it is limited to.
 *
 * @throws {Refusal} for an unknown operator
 */
export function readListing(world: World, viewer: Account, narrow: readonly NarrowTerm[]): Narrow {
  const terms = readTerms(world, viewer, narrow)
  const fits = allOf(world, viewer, terms)
  const isShown = includesHistory(world, viewer, terms) ? mayReadMessage : isListed
  return (message) => fits(message) && isShown(world, viewer, message)
}

function includesHistory(world: World, viewer: Account, terms: readonly Term[]): boolean {
  // What is about an account's copies has no history, even negated.
  if (terms.some(({ operator, operand }) => operator === 'is' && operand !== 'resolved')) return false
  const ofChannels = terms.filter(({ operator, negated }) => channelOperators.has(operator) && !negated)
  // Of several, the last one counts.
  const last = ofChannels.at(-1)
  if (last === undefined) return false
  const { operator, operand } = last
  if (operator === 'channels' || operator === 'streams') return operand === 'public' && !isGuest(viewer)
  const channel = channelOf(world, operand)
  return channel !== undefined && sharesHistory(channel) && mayReadChannel(viewer, channel)
}

const channelOperators = new Set(['channel', 'stream', 'channels', 'streams'])

interface Term {
  readonly operator: string
  readonly operand: Operand
  readonly negated: boolean
}

type Operand = string | number | readonly number[]

export function termOf(term: NarrowTerm): Term {
  const { operator, operand, negated } = 'operator' in term ? term : { operator: term[0], operand: term[1] }
  return { operator: aliases.get(operator) ?? operator, operand, negated: negated === true }
}

/** Two operators may be written with an underscore, which the server keeps for old clients. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['pm_with', 'pm-with'],
  ['group_pm_with', 'group-pm-with'],
])

/** Operators that a feature level added. */
const newer: ReadonlyMap<string, FeatureId> = new Map<string, FeatureId>([
  ['dm', 'directNarrows'],
  ['dm-including', 'directNarrows'],
  ['channel', 'channelNarrows'],
  ['channels', 'channelNarrows'],
  ['with', 'withNarrow'],
])

/** Operands that a feature level added. */
const newerOperands: ReadonlyMap<string, FeatureId> = new Map<string, FeatureId>([
  ['is:dm', 'directNarrows'],
  ['has:reaction', 'reactionNarrow'],
  ['is:followed', 'followedNarrow'],
  ['is:muted', 'mutedNarrow'],
])

type Kind = 'channel' | 'direct'

const kindsOfOperators: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...['channel', 'stream', 'channels', 'streams', 'topic'].map((name) => [name, 'channel'] as const),
  ...['dm', 'pm-with', 'dm-including', 'group-pm-with'].map((name) => [name, 'direct'] as const),
])

/** The only kind of messages that a condition fits. */
function kindOf({ operator, operand, negated }: Term): Kind | undefined {
  if (operator === 'is' && (operand === 'dm' || operand === 'private')) return negated ? 'channel' : 'direct'
  return negated ? undefined : kindsOfOperators.get(operator)
}

function readTerms(world: World, viewer: Account, narrow: readonly NarrowTerm[]): readonly Term[] {
  return withConversation(world, viewer, narrow.map(termOf))
}

const ofPlace = new Set(['channel', 'stream', 'topic', 'dm', 'pm-with'])

/**
 * A `with` operator replaces the other terms' conversation with that of its message. If the viewer can't read the message,
 * the other terms count, which must name a conversation on newer servers.
 */
function withConversation(world: World, viewer: Account, terms: readonly Term[]): readonly Term[] {
  const [term, another] = terms.filter(({ operator }) => operator === 'with')
  if (term === undefined || !world.has('withNarrow')) return terms
  if (another !== undefined) refuse('badNarrowCombination', { desc: "Duplicate 'with' operators." })
  if (!/^\d+$/.test(String(term.operand))) badNarrow("Invalid 'with' operator")
  const others = terms.filter((one) => one !== term)
  const message = world.state.messages.get(Number(term.operand))
  if (message === undefined || !mayReadMessage(world, viewer, message)) {
    if (world.has('strictWithNarrow') && !namesConversation(others)) badNarrow("Invalid 'with' operator")
    return others
  }
  const { place } = message
  const conversation: readonly (readonly [string, Operand])[] =
    place.kind === 'direct'
      ? [['dm', place.user_ids]]
      : [
          ['channel', place.stream_id],
          ['topic', place.topic],
        ]
  return [
    ...others.filter(({ operator }) => !ofPlace.has(operator)),
    ...conversation.map(([operator, operand]) => ({ operator, operand, negated: false })),
  ]
}

function namesConversation(terms: readonly Term[]): boolean {
  const has = (...names: readonly string[]) => terms.some(({ operator }) => names.includes(operator))
  return has('dm', 'pm-with') || (has('channel', 'stream') && has('topic'))
}

type Operator = (world: World, viewer: Account, operand: Operand) => Narrow

/** A channel's name, or its ID as a number. */
function channelOf(world: World, operand: Operand): StoredChannel | undefined {
  return typeof operand === 'number' ? world.state.channels.get(operand) : channelNamed(world, String(operand))
}

const ofChannel: Operator = (world, _, operand) => {
  const channel = channelOf(world, operand)
  if (channel === undefined) {
    badNarrow(`unknown ${world.has('channelNarrows') ? 'channel' : 'stream'} ${String(operand)}`)
  }
  return (message) => isInChannel(message, channel.id)
}

const ofTopic: Operator = (world, _, operand) => {
  const wanted = readTopic(world, String(operand), 'emptyTopic').toLowerCase()
  return ({ place }) => place.kind === 'channel' && place.topic.toLowerCase() === wanted
}

const ofConversation: Operator = (world, viewer, operand) => {
  const named = typeof operand === 'string' ? operand.split(',') : typeof operand === 'number' ? [operand] : operand
  const unknown = () =>
    badNarrow(`unknown user in ${typeof operand === 'object' ? `[${operand.join(', ')}]` : String(operand)}`)
  const users = named.map((one) => userOf(world, viewer, one) ?? unknown())
  if (users.length === 0) return () => false
  const { user_ids } = directPlace([viewer.id, ...users.map((user) => user.id)])
  const key = conversationKey(user_ids)
  return ({ place }) => place.kind === 'direct' && conversationKey(place.user_ids) === key
}

const withUser: Operator = (world, viewer, operand) => {
  const { id } = oneUser(world, viewer, operand)
  return ({ place }) => place.kind === 'direct' && place.user_ids.includes(id)
}

const withUserInGroup: Operator = (world, viewer, operand) => {
  const fits = withUser(world, viewer, operand)
  return (message) => message.place.kind === 'direct' && message.place.user_ids.length > 2 && fits(message)
}

const ofSender: Operator = (world, viewer, operand) => {
  const { id } = oneUser(world, viewer, operand)
  return (message) => message.sender_id === id
}

const withWords: Operator = (_, __, operand) => {
  const searched = String(operand)
  const wanted = lexemesIn(searched)
  const phrases = (searched.match(/"[^"]+"/g) ?? []).map((phrase) => phrase.slice(1, -1).toLowerCase())
  return ({ place, content, rendered_content }) => {
    const topic = place.kind === 'channel' ? place.topic : ''
    const texts = [content.toLowerCase(), topic.toLowerCase()]
    if (wanted.size === 0 || !phrases.every((phrase) => texts.some((text) => text.includes(phrase)))) return false
    const found = lexemesIn(`${escapeHtml(topic)}${rendered_content}`)
    return [...wanted].every((lexeme) => found.has(lexeme))
  }
}

const states: ReadonlyMap<string, (world: World, viewer: Account, message: StoredMessage) => boolean> = new Map([
  ['dm', (_: World, __: Account, { place }: StoredMessage) => place.kind === 'direct'],
  ['private', (_, __, { place }) => place.kind === 'direct'],
  ['unread', (_, viewer, message) => isUnread(viewer, message)],
  ['mentioned', isMentioned],
  ['starred', (_, viewer, { id }) => viewer.flagged.get(id)?.includes('starred') === true],
  ['alerted', () => false],
  ['resolved', (_, __, { place }) => place.kind === 'channel' && place.topic.startsWith(resolvedTopicMark)],
  ['followed', (world, viewer, { place }) => policyOf(viewer, place) === policiesOf(world).followed],
  ['muted', isMuted],
])

function policyOf(viewer: Account, place: Place): number {
  return place.kind === 'channel' ? topicPolicy(viewer, { id: place.stream_id }, place.topic) : 0
}

/** A topic is muted with its channel, unless it has its own policy. */
function isMuted(_: World, viewer: Account, { place }: StoredMessage): boolean {
  const policy = policyOf(viewer, place)
  if (policy !== visibilityPolicies.none) return policy === visibilityPolicies.muted
  return place.kind === 'channel' && viewer.mutedChannels.has(place.stream_id)
}

const contents: ReadonlyMap<string, (message: StoredMessage) => boolean> = new Map([
  ['link', ({ rendered_content }: StoredMessage) => rendered_content.includes('<a href')],
  ['attachment', ({ content }) => content.includes('/user_uploads/')],
  ['image', ({ rendered_content }) => rendered_content.includes('<img ')],
  ['reaction', ({ reactions }) => reactions.length > 0],
])

const ofChannels: Operator = (world, _, operand) => {
  if (operand !== 'public' && operand !== 'web-public') {
    badNarrow(`unknown ${world.has('channelNarrows') ? 'channels' : 'streams'} operand ${String(operand)}`)
  }
  // No channel of the simulator is open to the web.
  const isPublic = operand === 'public'
  return ({ place }) =>
    isPublic && place.kind === 'channel' && world.state.channels.get(place.stream_id)?.invite_only === false
}

const withState: Operator = (world, viewer, operand) => {
  const fits = known(world, states, 'is', operand)
  return (message) => fits(world, viewer, message)
}

const withContents: Operator = (world, _, operand) => known(world, contents, 'has', operand)

/** What an operand of `is` or `has` stands for, if the server is new enough for it. */
function known<Value>(world: World, values: ReadonlyMap<string, Value>, operator: string, operand: Operand): Value {
  const since = newerOperands.get(`${operator}:${String(operand)}`)
  const value = since === undefined || world.has(since) ? values.get(String(operand)) : undefined
  return value ?? badNarrow(`unknown '${operator}' operand ${String(operand)}`)
}

const largestId = 2 ** 31 - 1

const withId: Operator = (world, _, operand) => {
  if (typeof operand === 'number' && !world.has('numericIdNarrow')) refuse('notAString', { name: 'elem["operand"]' })
  const id = /^\d+$/.test(String(operand)) ? Number(operand) : largestId + 1
  if (id > largestId) badNarrow('Invalid message ID')
  return (message) => message.id === id
}

const inFeed: Operator = (world, viewer, operand) => {
  if (operand !== 'home' && operand !== 'all') badNarrow(`unknown 'in' operand ${String(operand)}`)
  return (message) => operand === 'all' || !isMuted(world, viewer, message)
}

const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['channel', ofChannel],
  ['stream', ofChannel],
  ['topic', ofTopic],
  ['dm', ofConversation],
  ['pm-with', ofConversation],
  ['dm-including', withUser],
  ['group-pm-with', withUserInGroup],
  ['sender', ofSender],
  ['search', withWords],
  ['id', withId],
  ['near', () => () => true],
  ['is', withState],
  ['has', withContents],
  ['channels', ofChannels],
  ['streams', ofChannels],
  ['in', inFeed],
])

/** A user by ID, or by address. */
function userOf(world: World, viewer: Account, one: string | number): Account | undefined {
  return typeof one === 'number' ? world.state.accounts.get(one) : findByEmail(world, viewer, one)
}

function oneUser(world: World, viewer: Account, operand: Operand): Account {
  const found = typeof operand === 'object' ? undefined : userOf(world, viewer, operand)
  return found ?? badNarrow(`unknown user ${String(operand)}`)
}

function unknownOperator(operator: string): never {
  badNarrow(`unknown operator ${operator}`)
}

function badNarrow(desc: string): never {
  refuse('badNarrow', { desc })
}
