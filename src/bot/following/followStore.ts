import * as z from 'zod/mini'
import type { Message } from '../../protocol/index.js'
import type { Storage, Version } from '../../storage/index.js'
import { areInOrder } from '../base/messageKey.js'
import { entriesIn, type ReadableRecord, RecordStore, type StoredRecord, unlessConflict } from '../base/recordStore.js'
import { topicPlace } from '../base/storageKey.js'

/** A topic of a channel by its ID. */
export interface FollowedPlace {
  readonly channel: number
  readonly topic: string
}

/** A message that was heard: its ID, and when it was sent, in UNIX seconds. */
type Heard = Pick<Message, 'id' | 'timestamp'>

/** A followed topic. Whether a message belongs to it is decided by the times at which messages were sent, however late that is. */
export type Follow = z.infer<typeof Follow>

const Place = { channel: z.number(), topic: z.string() }

const Follow = z.object({
  ...Place,
  /** Milliseconds. */
  time: z.number(),
  /** The ID of the message with which it began; earlier ones don't belong to it. */
  since: z.number(),
  last: z.object({ id: z.number(), timestamp: z.optional(z.number()) }),
  /** UNIX milliseconds: a message that was sent later doesn't belong to it. */
  until: z.number(),
  /** The ID of the last message that belongs to it by this name, once the bot was told to stop or the topic has moved. */
  ended: z.optional(z.number()),
  /** Where it has moved; messages that were queued before still have the old name. */
  movedTo: z.optional(z.object(Place)),
})

export type FoundFollow = ReadableRecord<Follow>

/** The topics that a bot follows, in its storage. */
export class FollowStore {
  readonly #storage: Storage
  readonly #records: RecordStore<Follow>

  constructor(storage: Storage, botEmail: string) {
    this.#storage = storage
    this.#records = new RecordStore(storage, ['follow', botEmail.toLowerCase()], Follow)
  }

  /** Whether it may follow any topic. */
  get mayFollow(): boolean {
    return this.#storage.mayHold?.(this.#records.folder) !== false
  }

  /** What is stored for the topic of a message, wherever that was moved since. */
  async of(place: FollowedPlace, message: Heard): Promise<FoundFollow | undefined> {
    for (let moves = 0, at = place; moves <= mostMoves; moves += 1) {
      const found = await this.at(at)
      if (!found?.value.movedTo) return found
      // Another topic has this name now.
      if (message.id > (found.value.ended ?? 0)) return undefined
      at = found.value.movedTo
    }
    return undefined
  }

  /** What is stored for a topic by this name. */
  async at(place: FollowedPlace): Promise<FoundFollow | undefined> {
    const found = await this.#records.find(await this.#key(place))
    return found && readable(found)
  }

  /** Begins to follow a topic, or goes on with another time. */
  async begin(place: FollowedPlace, message: Heard, time: number, now: number): Promise<void> {
    const known = (await this.at(place))?.value
    const continues = known && isLive(known, now) && areInOrder(known.last, message)
    const since = continues ? Math.min(known.since, message.id) : message.id
    const last = continues && known.last.id > message.id ? known.last : { id: message.id, timestamp: message.timestamp }
    await this.#write(await this.#key(place), { ...place, time, since, last, until: now + time }, now)
  }

  /** Goes on with a message that was heard. If somebody has changed it meanwhile, it stays so. */
  async renew(found: FoundFollow, message: Heard, now: number): Promise<void> {
    const { id, timestamp } = message
    const follow = found.value
    const until = Math.max(follow.until, sentBy(message, now) + follow.time)
    const last = id > follow.last.id ? { id, timestamp } : follow.last
    await unlessConflict(this.#write(found.key, { ...follow, last, until }, now, found.version))
  }

  /** Ends with a message. Returns whether the topic was followed. */
  async end(place: FollowedPlace, message: Heard, now: number): Promise<boolean> {
    const found = await this.of(place, message)
    if (!found || !isLive(found.value, now)) return false
    await this.#write(found.key, { ...found.value, ended: message.id }, now)
    return true
  }

  /** @param ended The ID of the last message that was sent before. */
  async move({ key, value: follow }: FoundFollow, to: FollowedPlace, ended: number, now: number): Promise<void> {
    const there = (await this.at(to))?.value
    const isLonger = there && isLive(there, now) && there.until > follow.until
    if (!isLonger) await this.#write(await this.#key(to), { ...follow, ...to }, now)
    await this.#write(key, { ...follow, movedTo: to, ended }, now)
  }

  /**
   * The topics that are followed, or were until after a time, those that were heard last first. The oldest of too many are
   * dropped.
   */
  async live(after: number): Promise<readonly FoundFollow[]> {
    const found: FoundFollow[] = []
    for await (const entry of entriesIn(this.#storage, this.#records.folder)) {
      const follow = readable(this.#records.read(entry))
      if (follow && isLive(follow.value, after)) found.push(follow)
    }
    found.sort((one, other) => other.value.until - one.value.until)
    for (const { key } of found.splice(mostFollows)) await this.#storage.delete(key)
    return found
  }

  #write(key: string, follow: Follow, now: number, onlyIf?: Version): Promise<Version> {
    const expiresIn = Math.max(0, follow.until - now) + keptAfter
    return this.#records.write(key, follow, { expiresIn, ...(onlyIf !== undefined && { onlyIf }) })
  }

  #key({ channel, topic }: FollowedPlace): Promise<string> {
    return this.#records.key(...topicPlace(channel, topic))
  }
}

/** A record that can't be read counts as none. */
const readable = ({ value, ...record }: StoredRecord<Follow>): FoundFollow | undefined => value && { ...record, value }

/** Whether a message was sent while its topic was followed. */
export function belongsTo(message: Heard, follow: Follow, now: number): boolean {
  const { since, last, until, ended = Number.POSITIVE_INFINITY } = follow
  // Otherwise the server was restored or begun anew, and gives the IDs of that time again.
  const isOfThisTime = areInOrder(last, message)
  return isOfThisTime && message.id >= since && message.id <= ended && sentBy(message, now) <= until + aSecond
}

export const isLive = ({ ended, movedTo, until }: Follow, now: number) =>
  ended === undefined && movedTo === undefined && until > now

/** When a message was sent, in UNIX milliseconds. */
export const sentBy = ({ timestamp }: Heard, now: number) => (timestamp === undefined ? now : timestamp * 1_000)

/** The precision of the times of messages, in milliseconds. */
const aSecond = 1_000

/** How many topics a bot follows at once. */
export const mostFollows = 1_000

/** How many renamings are followed while messages wait in a queue. */
const mostMoves = 5

/** Milliseconds for which it is kept after its end, for messages that wait in a queue. */
const keptAfter = 86_400_000
