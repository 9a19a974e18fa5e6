import type { Submessage } from '../../protocol/index.js'
import { isMeant } from '../../transcript/observed.js'
import type { Bindings } from '../../transcript/placeholders.js'
import { type Text, type ToWidget, type TranscriptPlace, textAsKept } from '../../transcript/transcript.js'
import { storedTopic } from '../realm/conversations/topics.js'
import type { Realm } from '../realm/realm.js'
import type { OrganisationSeed, SeedMessage } from '../realm/seed/seed.js'
import type { RealmEvent } from '../realm/world/events.js'
import { takes } from './widgets.js'

/** The latest state of a message, even if it was deleted. */
export interface Logged {
  readonly id: number
  readonly sender: number
  readonly content: string
  readonly place: TranscriptPlace
  readonly isGone: boolean
  readonly submessages: readonly Submessage[]
}

export type ChatLog = ReturnType<typeof createChatLog>

/** All messages since the seed, including deleted ones, to find the one that an action is about. */
export function createChatLog(realm: Realm, seed: OrganisationSeed, bot: number) {
  const messages = new Map<number, Logged>()
  const keep = (message: Logged) => messages.set(message.id, message)
  for (const message of seed.messages) {
    const { id, sender_id: sender, content } = message
    const place = placeOfSeeded(realm, message, bot)
    keep({ id, sender, content: textAsKept(content), place, isGone: false, submessages: [] })
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
    take(event: RealmEvent): void {
      if (event.type === 'message') keep(loggedOf(realm, event.message, bot))
      if (event.type === 'delete_message') change(event.message_ids, (message) => ({ ...message, isGone: true }))
      if (event.type === 'submessage') {
        const { submessage_id: id, type: _, ...rest } = event
        const submessage = { ...rest, id } as unknown as Submessage
        change([event.message_id], (message) => ({ ...message, submessages: [...message.submessages, submessage] }))
      }
      if (event.type === 'update_message') {
        if (typeof event.content === 'string') {
          const content = textAsKept(event.content)
          change([event.message_id], (message) => ({ ...message, content }))
        }
        const to = destinationOf(realm, event)
        if (to !== undefined) change(event.message_ids, (message) => ({ ...message, place: to }))
      }
    },
    find: (id: number) => messages.get(id),
    /** The newest message of a place that isn't deleted; with `sender`, the newest of that account. */
    newest: (place: TranscriptPlace, sender?: number) =>
      there(place).find((message) => sender === undefined || message.sender === sender),
    /** The newest message of a place with a widget that supports this action. */
    newestWidget: (place: TranscriptPlace, kind: ToWidget['kind']) =>
      there(place).find((message) => takes(kind, message)),
    /** The newest message of a place whose content is, or begins with, `which`. */
    meant: (place: TranscriptPlace, which: Text, bindings: Bindings) =>
      there(place).find(({ content }) => isMeant(which, content, bindings)),
  }
}

/** Where a message of the seed is. */
export function placeOfSeeded(realm: Realm, { sender_id, to }: SeedMessage, bot: number): TranscriptPlace {
  return 'stream_id' in to
    ? { channel: realm.channel(to.stream_id).name, topic: to.topic }
    : directPlace(realm, [...new Set([sender_id, ...to.user_ids])], bot)
}

/** Where an update moves a message; undefined if it moves nothing. */
export function destinationOf(realm: Realm, event: Readonly<Record<string, unknown>>) {
  const { stream_id, new_stream_id: channel = stream_id, orig_subject, subject = orig_subject } = event
  if (orig_subject === undefined || typeof channel !== 'number') return undefined
  return { channel: realm.channel(channel).name, topic: String(subject) }
}

/** The message of an event. */
export function loggedOf(realm: Realm, message: Readonly<Record<string, unknown>>, bot: number): Logged {
  const { id, sender_id, content, display_recipient, subject, submessages = [] } = message
  const place = Array.isArray(display_recipient)
    ? directPlace(
        realm,
        display_recipient.map((one: { readonly id: number }) => one.id),
        bot,
      )
    : { channel: String(display_recipient), topic: String(subject) }
  return {
    id: Number(id),
    sender: Number(sender_id),
    content: textAsKept(String(content)),
    place,
    isGone: false,
    submessages: submessages as readonly Submessage[],
  }
}

/** The name of an account in a transcript: its address if another account has the same name. */
export function nameOf(realm: Realm, id: number): string {
  const { full_name, email } = realm.account(id)
  const isOnly =
    realm.accounts().filter((account) => account.full_name.toLowerCase() === full_name.toLowerCase()).length === 1
  return isOnly ? full_name : email
}

/** A key that is the same for all spellings of a place. People and channels that don't exist (yet) go by their names. */
export function placeKey(realm: Realm, place: TranscriptPlace): string {
  if ('people' in place) {
    const people = new Set(place.people.map((name) => String(idOf(realm, name) ?? name.toLowerCase())))
    return `direct ${[...people].sort().join(' ')}`
  }
  const topic = storedTopic(realm.world, place.topic).toLowerCase()
  return `channel ${channelIdOf(realm, place.channel) ?? place.channel.toLowerCase()} ${topic}`
}

/** A direct conversation by the names of its people, the bot last. */
function directPlace(realm: Realm, ids: readonly number[], bot: number): TranscriptPlace {
  const inOrder = [...ids].sort((one, other) => Number(one === bot) - Number(other === bot) || one - other)
  return { people: inOrder.map((id) => nameOf(realm, id)) }
}

/** The ID of an account by its name or address; undefined if there is none. */
export const idOf = (realm: Realm, name: string) => idIfKnown(() => realm.account(name))

export const channelIdOf = (realm: Realm, name: string) => idIfKnown(() => realm.channel(name))

function idIfKnown(find: () => { readonly id: number }): number | undefined {
  try {
    return find().id
  } catch {
    return undefined
  }
}
