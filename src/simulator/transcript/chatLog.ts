import { isMeant } from '../../transcript/observed.js'
import type { Bindings } from '../../transcript/placeholders.js'
import { type Text, type TranscriptPlace, textAsKept } from '../../transcript/transcript.js'
import type { RealmEvent } from '../realm/events.js'
import type { Realm } from '../realm/realm.js'
import type { OrganisationSeed } from '../realm/seed/seed.js'
import { directPlace, placeKey } from './names.js'

/** The latest state of a message, even if it was deleted. */
export interface Logged {
  readonly id: number
  readonly sender: number
  readonly content: string
  readonly place: TranscriptPlace
  readonly isGone: boolean
}

/** All messages of an organisation, deleted ones too, to find the one that an action is about. */
export interface ChatLog {
  take(event: RealmEvent): void
  find(id: number): Logged | undefined
  /** The newest message of a place that isn't deleted; with `sender`, the newest of that account. */
  newest(place: TranscriptPlace, sender?: number): Logged | undefined
  /** The newest message of a place that is, or begins with, `which`. */
  meant(place: TranscriptPlace, which: Text, bindings: Bindings): Logged | undefined
}

/** Makes the log of an organisation that starts with a seed. */
export function createChatLog(realm: Realm, seed: OrganisationSeed, bot: number): ChatLog {
  const messages = new Map<number, Logged>()
  const keep = (message: Logged) => messages.set(message.id, message)
  for (const { id, sender_id: sender, content, to } of seed.messages) {
    const place =
      'stream_id' in to
        ? { channel: realm.channel(to.stream_id).name, topic: to.topic }
        : directPlace(realm, [...new Set([sender, ...to.user_ids])], bot)
    keep({ id, sender, content: textAsKept(content), place, isGone: false })
  }

  const change = (ids: unknown, how: (message: Logged) => Logged) => {
    for (const id of ids as readonly number[]) {
      const message = messages.get(id)
      if (message !== undefined) keep(how(message))
    }
  }
  const there = (place: TranscriptPlace) => {
    const key = placeKey(realm, place)
    return [...messages.values()]
      .filter((message) => !message.isGone && placeKey(realm, message.place) === key)
      .sort((one, other) => other.id - one.id)
  }

  return {
    take(event) {
      if (event.type === 'message') keep(loggedOf(realm, event.message, bot))
      if (event.type === 'delete_message') change(event.message_ids, (message) => ({ ...message, isGone: true }))
      if (event.type === 'update_message') {
        if (typeof event.content === 'string') {
          const content = textAsKept(event.content)
          change([event.message_id], (message) => ({ ...message, content }))
        }
        const to = destinationOf(realm, event)
        if (to !== undefined) change(event.message_ids, (message) => ({ ...message, place: to }))
      }
    },
    find: (id) => messages.get(id),
    newest: (place, sender) => there(place).find((message) => sender === undefined || message.sender === sender),
    meant: (place, which, bindings) => there(place).find(({ content }) => isMeant(which, content, bindings)),
  }
}

/** Where an update moves a message; undefined if it moves nothing. */
export function destinationOf(realm: Realm, event: Readonly<Record<string, unknown>>): TranscriptPlace | undefined {
  const { stream_id, new_stream_id: channel = stream_id, orig_subject, subject = orig_subject } = event
  if (orig_subject === undefined || typeof channel !== 'number') return undefined
  return { channel: realm.channel(channel).name, topic: String(subject) }
}

/** The message of an event. */
export function loggedOf(realm: Realm, message: Readonly<Record<string, unknown>>, bot: number): Logged {
  const { id, sender_id, content, display_recipient, subject } = message
  const place = Array.isArray(display_recipient)
    ? directPlace(
        realm,
        display_recipient.map((one: { readonly id: number }) => one.id),
        bot,
      )
    : { channel: String(display_recipient), topic: String(subject) }
  return { id: Number(id), sender: Number(sender_id), content: textAsKept(String(content)), place, isGone: false }
}
