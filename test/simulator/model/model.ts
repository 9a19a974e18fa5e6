import { bakery } from 'earshot/simulator'

/**
 * A small account of what the service is to do, written from the spec and by hand: it shares the seed with the
 * simulator and nothing else, level numbers among them.
 */
export interface Model {
  level: number
  readonly people: ReadonlyMap<number, Person>
  readonly messages: Map<number, ModelMessage>
  /** The highest ID that a message was given, whether it is still there or not. */
  lastMessageId: number
  /** Bots whose owners were told of a missing channel; time stands still, so each is told once. */
  readonly ownerTold: Set<number>
  /** By caller, channel and topic. */
  readonly policies: Map<string, number>
  readonly muted: Map<number, Set<number>>
  linkifiers: number[]
  readonly groupsGone: Set<number>
  readonly scheduled: Map<number, { readonly owner: number; content: string }>
}

export interface Person {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly isAdministrator: boolean
  readonly isGuest: boolean
  readonly isBot: boolean
  readonly ownerId: number | null
  readonly showsAddressTo: 'everyone' | 'administrators' | 'nobody'
  isActive: boolean
}

export interface ModelMessage {
  readonly id: number
  readonly sender: number
  readonly place: { readonly channel: number; readonly topic: string } | { readonly users: readonly number[] }
  content: string
  /** Old ones can be neither edited nor deleted by their senders. */
  readonly isOld: boolean
  /** Who has reacted, and with what. */
  readonly reactions: Set<string>
}

export function newModel(level: number): Model {
  const people = [
    ...bakery.users.map((user) => ({
      id: user.user_id,
      name: user.full_name,
      email: user.email,
      isAdministrator: user.role === 'owner' || user.role === 'administrator',
      isGuest: user.role === 'guest',
      isBot: false,
      ownerId: null,
      showsAddressTo: (user.email_visibility ?? 'everyone') as Person['showsAddressTo'],
      isActive: user.is_active ?? true,
    })),
    ...bakery.bots.map((bot) => ({
      id: bot.user_id,
      name: bot.full_name,
      email: bot.email,
      isAdministrator: false,
      isGuest: false,
      isBot: true,
      ownerId: bot.owner_id,
      showsAddressTo: 'everyone' as const,
      isActive: bot.is_active ?? true,
    })),
  ]
  const messages = bakery.messages.map((message) => ({
    id: message.id,
    sender: message.sender_id,
    place:
      'topic' in message.to
        ? { channel: message.to.stream_id, topic: message.to.topic }
        : { users: [message.sender_id, ...message.to.user_ids] },
    content: message.content,
    isOld: true,
    reactions: new Set((message.reactions ?? []).map((one) => `${one.user_id} ${one.emoji_name}`)),
  }))
  return {
    level,
    people: new Map(people.map((person) => [person.id, person])),
    messages: new Map(messages.map((message) => [message.id, message])),
    lastMessageId: Math.max(...messages.map(({ id }) => id)),
    ownerTold: new Set(),
    policies: new Map(),
    muted: new Map(bakery.users.map((user) => [user.user_id, new Set(user.muted ?? [])])),
    linkifiers: bakery.linkifiers.map(({ id }) => id),
    groupsGone: new Set(bakery.groups.filter((group) => group.deactivated).map(({ id }) => id)),
    scheduled: new Map(
      bakery.scheduled_messages.map((one) => [one.id, { owner: one.sender_id, content: one.content }]),
    ),
  }
}

/** Somebody who calls. */
export function person(model: Model, id: number): Person {
  const found = model.people.get(id)
  if (found === undefined) throw new Error(`The model knows nobody with the ID ${id}.`)
  return found
}

const channels = new Map(bakery.channels.map((channel) => [channel.stream_id, channel]))

export function channelOf(id: number) {
  return channels.get(id)
}

/** Channels have every active person in them unless the seed says whom. */
function isSubscribed(model: Model, caller: Person, id: number): boolean {
  const subscribers = channels.get(id)?.subscribers
  if (subscribers !== undefined) return subscribers.includes(caller.id)
  const user = bakery.users.find((one) => one.user_id === caller.id)
  return model.people.has(caller.id) && user !== undefined && (user.is_active ?? true)
}

function mayRead(model: Model, caller: Person, channel: number): boolean {
  const isPrivate = channels.get(channel)?.private ?? false
  return channels.has(channel) && (isSubscribed(model, caller, channel) || (!isPrivate && !caller.isGuest))
}

/** A channel that one can work with: there, readable, and not put away. */
export function isOpen(model: Model, caller: Person, channel: number): boolean {
  return mayRead(model, caller, channel) && channels.get(channel)?.is_archived !== true
}

/** Bots may also write where their owner is. */
export function maySend(model: Model, caller: Person, channel: number): boolean {
  if (channels.get(channel)?.is_archived === true) return false
  const owner = caller.ownerId === null ? undefined : model.people.get(caller.ownerId)
  return mayRead(model, caller, channel) || (owner !== undefined && isSubscribed(model, owner, channel))
}

export function readableMessage(model: Model, caller: Person, id: number): ModelMessage | undefined {
  const message = model.messages.get(id)
  if (message === undefined) return undefined
  const { place } = message
  const readable = 'channel' in place ? mayRead(model, caller, place.channel) : place.users.includes(caller.id)
  return readable ? message : undefined
}

/** A topic as a message takes it. */
export function topicOfMessage(model: Model, given: string): string {
  const topic = given.trim()
  return model.level >= 370 && (topic === '(no topic)' || topic === 'general chat') ? '' : topic
}

/** A topic as a request names it that is about one. */
export function topicNamed(model: Model, given: string): string {
  const topic = given.trim()
  return model.level >= 334 && topic === 'general chat' ? '' : topic
}

export function policyKey(caller: Person, channel: number, topic: string): string {
  return `${caller.id} ${channel} ${topic.toLowerCase()}`
}

/** What a server of this level calls a channel in its errors. */
export function channelWord({ level }: Model): string {
  return level < 255 ? 'stream' : 'channel'
}
