import { described } from '../base/log.js'
import { directPlace, joined, placeParts, topicPlace } from '../base/storageKey.js'
import type { Context } from '../context/context.js'
import { SessionError } from './sessionError.js'

/**
 * What a session belongs to. `user`: the sender, wherever they write. `topic`: a topic of a channel, resolved or not.
 * `direct`: a direct conversation. `conversation`: a topic or a direct conversation. A function returns any other key, or
 * undefined if the message has no session.
 */
export type SessionKey = 'user' | 'topic' | 'direct' | 'conversation' | ((ctx: Context) => string | undefined)

/** Identifies the session of a person, by ID. */
export interface UserSubject {
  readonly user: number
}

/** Identifies the session of a topic, by the channel's ID. `all` returns topics in lower case and never as resolved. */
export interface TopicSubject {
  readonly channel: number
  readonly topic: string
}

/** Identifies the session of a direct conversation, by the IDs of everyone in it, including the bot. */
export interface DirectSubject {
  readonly people: readonly number[]
}

/** Identifies a session by the string that the key function returned. */
export interface OwnSubject {
  readonly key: string
}

/** Identifies one session with such a key. */
export type SessionSubject<Key extends SessionKey = SessionKey> = Key extends 'user'
  ? UserSubject
  : Key extends 'topic'
    ? TopicSubject
    : Key extends 'direct'
      ? DirectSubject
      : Key extends 'conversation'
        ? TopicSubject | DirectSubject
        : OwnSubject

/**
 * The storage key of a message's session.
 * @throws {SessionError} `no_session_here` for a message that has none.
 */
export function storageKey(session: string, key: SessionKey, ctx: Context): string {
  const owner = typeof key === 'function' ? ownKey(key, ctx) : owners[key](ctx)
  if (owner === undefined) {
    const what = typeof key === 'function' ? 'its key is undefined' : `it is one for each ${places[key]}`
    throw new SessionError(
      'no_session_here',
      `The session '${session}' isn't available for this message: ${what}. ` +
        "Ask ctx.isChannelMessage() first, or give the session the key 'conversation' or 'user'.",
      { session },
    )
  }
  return prefixOf(session, ctx.bot.email) + joined(...owner)
}

export function subjectKey(session: string, key: SessionKey, email: string, subject: unknown): string {
  const owner = ownerNamed(key, typeof subject === 'object' && subject !== null ? subject : {})
  if (owner !== undefined) return prefixOf(session, email) + joined(...owner)
  const wanted = typeof key === 'function' ? subjects.own : subjects[key]
  throw new SessionError(
    'no_session_here',
    `The session '${session}' can't belong to ${described(subject)}. Name whose it is by ${wanted}.`,
    { session },
  )
}

export function prefixOf(session: string, email: string): string {
  return `${joined('session', email.toLowerCase(), session)}/`
}

/** The subject of a stored session; undefined for one that was stored while the session had another key. */
export function subjectAt(key: SessionKey, storedAt: string, prefix: string): SessionSubject | undefined {
  const [kind, ...rest] = storedAt.slice(prefix.length).split('/').map(decodeURIComponent)
  const [first = '', second = ''] = rest
  if (typeof key === 'function') return kind === 'own' ? { key: first } : undefined
  if (kind === 'user' && key === 'user') return { user: Number(first) }
  if (kind === 'topic' && (key === 'topic' || key === 'conversation')) return { channel: Number(first), topic: second }
  if (kind === 'direct' && (key === 'direct' || key === 'conversation')) return { people: first.split(',').map(Number) }
  return undefined
}

type Owner = (ctx: Context) => readonly string[] | undefined

const userPlace = (id: number) => ['user', String(id)]
const ownPlace = (name: string) => ['own', name]

const topic: Owner = (ctx) => (ctx.isChannelMessage() ? placeParts(ctx.message) : undefined)

const direct: Owner = (ctx) => (ctx.isDirectMessage() ? placeParts(ctx.message) : undefined)

const owners = {
  user: ({ sender }) => userPlace(sender.id),
  topic,
  direct,
  conversation: ({ message }) => placeParts(message),
} as const satisfies Record<string, Owner>

const places = {
  user: 'sender',
  topic: 'topic of a channel',
  direct: 'direct conversation',
  conversation: 'conversation',
} as const satisfies Record<keyof typeof owners, string>

const subjects = {
  user: '{ user }, the ID of a person',
  topic: '{ channel, topic }, with the ID of the channel',
  direct: '{ people }, the IDs of everyone in the conversation',
  conversation: '{ channel, topic } or { people }, with IDs',
  own: '{ key }, a string',
} as const

function ownKey(key: (ctx: Context) => string | undefined, ctx: Context): readonly string[] | undefined {
  const name = key(ctx)
  return name === undefined ? undefined : ownPlace(name)
}

function ownerNamed(key: SessionKey, subject: object): readonly string[] | undefined {
  if (typeof key === 'function') {
    return 'key' in subject && typeof subject.key === 'string' ? ownPlace(subject.key) : undefined
  }
  if (key === 'user') return 'user' in subject && isId(subject.user) ? userPlace(subject.user) : undefined
  if (key !== 'direct' && 'channel' in subject && 'topic' in subject) {
    const { channel, topic } = subject
    return isId(channel) && typeof topic === 'string' ? topicPlace(channel, topic) : undefined
  }
  if (key === 'topic' || !('people' in subject) || !Array.isArray(subject.people)) return undefined
  const people: readonly unknown[] = subject.people
  return people.every(isId) ? directPlace(people) : undefined
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value)
