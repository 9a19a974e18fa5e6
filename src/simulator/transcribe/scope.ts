import type { TranscriptPlace } from '../../transcript/transcript.js'
import { isObject } from '../../values.js'
import type { DeliveryEffect } from '../faults/fault.js'
import { parseFault } from '../faults/sentence.js'
import type { JournalEntry } from '../journal/entries.js'
import type { Realm } from '../realm/realm.js'
import { destinationOf, loggedOf, placeKey } from './chatLog.js'
import type { EventMessage } from './steps.js'

interface Scope {
  readonly realm: Realm
  readonly bot: number
  readonly where?: TranscriptPlace
}

/**
 * Whether a message is part of the conversation. With `where`, messages that were never there aren't, nor are those that
 * other bots wrote, or that only they got.
 */
export function wantedIn(entries: readonly JournalEntry[], { realm, bot, where }: Scope) {
  const spoilt = spoiltIn(entries, bot)
  if (where === undefined) return ({ id }: EventMessage): boolean => !spoilt.has(id)
  const key = placeKey(realm, where)
  const movedThere = new Set<unknown>()
  const bots = new Map<unknown, number[]>()
  for (const entry of entries) {
    if (entry.kind === 'delivery' && entry.stage === 'queued')
      bots.set(entry.messageId, [...(bots.get(entry.messageId) ?? []), entry.bot.user_id])
    if (entry.kind !== 'event' || entry.event.type !== 'update_message') continue
    const to = destinationOf(realm, entry.event)
    if (to !== undefined && placeKey(realm, to) === key) for (const id of entry.event.message_ids) movedThere.add(id)
  }
  return (message: EventMessage): boolean => {
    const { id, sender_id: sender } = message
    const isOfOther = sender !== bot && realm.account(Number(sender)).bot_type !== null
    const isForThis = bots.get(id)?.includes(bot) ?? true
    const wasThere = movedThere.has(id) || placeKey(realm, loggedOf(realm, message, bot).place) === key
    return !isOfOther && isForThis && wasThere && !spoilt.has(id)
  }
}

/**
 * The messages that the bot got changed, or whose answer was lost: when they are played it answers something else. Those
 * that it has yet to answer are among them.
 */
function spoiltIn(entries: readonly JournalEntry[], bot: number): ReadonlySet<unknown> {
  const messages = new Map<unknown, number>()
  const spoilt = new Set<unknown>()
  const ended = new Set<unknown>()
  for (const entry of entries) {
    if (entry.kind === 'change' && entry.what === 'release delivery') {
      const [delivery, body] = entry.with
      if (body !== null && messages.has(delivery)) spoilt.add(messages.get(delivery))
    }
    if (entry.kind !== 'delivery') continue
    if (entry.stage === 'queued' && entry.bot.user_id === bot && entry.resends == null) {
      messages.set(entry.delivery, entry.messageId)
      if (entry.faults.some(spoils)) spoilt.add(entry.messageId)
    } else if (entry.stage === 'ended') {
      ended.add(entry.delivery)
      // What the bot answered may be refused each time; that it couldn't be reached is chance.
      const isLost = entry.outcome === 'failed' && entry.reading === undefined
      if (isLost && messages.has(entry.delivery)) spoilt.add(messages.get(entry.delivery))
    }
  }
  for (const [delivery, message] of messages) if (!ended.has(delivery)) spoilt.add(message)
  return spoilt
}

/** Whether a fault of a delivery changes what the bot gets, or what becomes of its answer. */
function spoils(sentence: string): boolean {
  const fault = parseFault(sentence)
  return fault.on === 'deliveries' && !harmlessEffects.has(fault.effect.kind)
}

const harmlessEffects: ReadonlySet<DeliveryEffect['kind']> = new Set(['duplicate', 'overtaken', 'delay', 'answer lost'])

/** The calls that uploaded a file to which a message of the conversation links. */
export function linkedFilesIn(
  entries: readonly JournalEntry[],
  isWanted: (message: EventMessage) => boolean,
): ReadonlySet<number> {
  const texts = entries.flatMap((entry) => {
    if (entry.kind !== 'event') return []
    const { event } = entry
    if (event.type === 'update_message') return [String(event.content)]
    return event.type === 'message' && isWanted(event.message) ? [String(event.message.content)] : []
  })
  const isLinked = (path: unknown) => typeof path === 'string' && texts.some((text) => text.includes(path))
  return new Set(
    entries.flatMap((entry) => {
      if (entry.kind !== 'answer' || entry.status >= 400 || !isObject(entry.answer)) return []
      return isLinked(entry.answer.url ?? entry.answer.uri) ? [entry.call] : []
    }),
  )
}
