import type { Message } from '../../protocol/index.js'
import { type Storage, StorageConflictError, type StorageEntry } from '../../storage/index.js'
import { isObject, parseJson } from '../../values.js'
import { areInOrder } from '../messageKey.js'
import { fitting, joined, topicPlace } from '../storageKey.js'

/** A topic of a channel by its ID. */
export interface FollowedPlace {
  readonly channel: number
  readonly topic: string
}

/** A message that was heard: its ID, and when it was sent, in UNIX seconds. */
type Heard = Pick<Message, 'id' | 'timestamp'>

/** A followed topic. Whether a message belongs to it is decided by the times at which messages were sent, however late that is. */
export interface Follow extends FollowedPlace {
  /** Milliseconds. */
  readonly time: number
  /** The ID of the message with which it began; earlier ones don't belong to it. */
  readonly since: number
  readonly last: Heard
  /** UNIX milliseconds: a message that was sent later doesn't belong to it. */
  readonly until: number
  /** The ID of the last message that belongs to it by this name, once the bot was told to stop or the topic has moved. */
  readonly ended?: number
  /** Where it has moved; messages that were queued before still have the old name. */
  readonly movedTo?: FollowedPlace
}

export interface FoundFollow {
  readonly key: string
  readonly version: StorageEntry['version']
  readonly follow: Follow
}

/** The topics that a bot follows, in its storage. */
export class FollowStore {
  readonly #storage: Storage
  /** What all its keys begin with. */
  readonly #folder: string

  constructor(storage: Storage, botEmail: string) {
    this.#storage = storage
    this.#folder = `${joined('follow', botEmail.toLowerCase())}/`
  }

  /** Whether it may follow any topic. */
  get mayFollow(): boolean {
    return this.#storage.mayHold?.(this.#folder) !== false
  }

  /** What is stored for the topic of a message, wherever that was moved since. */
  async of(place: FollowedPlace, message: Heard): Promise<FoundFollow | undefined> {
    for (let moves = 0, at = place; moves <= mostMoves; moves += 1) {
      const found = await this.at(at)
      if (!found?.follow.movedTo) return found
      // Another topic has this name now.
      if (message.id > (found.follow.ended ?? 0)) return undefined
      at = found.follow.movedTo
    }
    return undefined
  }

  /** What is stored for a topic by this name. */
  async at(place: FollowedPlace): Promise<FoundFollow | undefined> {
    const key = await this.#key(place)
    const entry = await this.#storage.get(key)
    const follow = entry && readFollow(entry.value)
    return entry && follow && { key, version: entry.version, follow }
  }

  /** Begins to follow a topic, or goes on with another time. */
  async begin(place: FollowedPlace, message: Heard, time: number, now: number): Promise<void> {
    const known = (await this.at(place))?.follow
    const goesOn = known && isLive(known, now) && areInOrder(known.last, message)
    const since = goesOn ? Math.min(known.since, message.id) : message.id
    const last = goesOn && known.last.id > message.id ? known.last : { id: message.id, timestamp: message.timestamp }
    await this.#write(await this.#key(place), { ...place, time, since, last, until: now + time }, now)
  }

  /** Goes on with a message that was heard. If somebody has changed it meanwhile, it stays so. */
  async renew({ key, version, follow }: FoundFollow, message: Heard, now: number): Promise<void> {
    const { id, timestamp } = message
    const until = Math.max(follow.until, sentBy(message, now) + follow.time)
    const last = id > follow.last.id ? { id, timestamp } : follow.last
    await this.#write(key, { ...follow, last, until }, now, version).catch(ignoreConflict)
  }

  /** Ends with a message. Returns whether the topic was followed. */
  async end(place: FollowedPlace, message: Heard, now: number): Promise<boolean> {
    const found = await this.of(place, message)
    if (!found || !isLive(found.follow, now)) return false
    await this.#write(found.key, { ...found.follow, ended: message.id }, now)
    return true
  }

  /** @param ended The ID of the last message that was sent before. */
  async move({ key, follow }: FoundFollow, to: FollowedPlace, ended: number, now: number): Promise<void> {
    const there = await this.at(to)
    const isLonger = there && isLive(there.follow, now) && there.follow.until > follow.until
    if (!isLonger) await this.#write(await this.#key(to), { ...follow, ...to }, now)
    await this.#write(key, { ...follow, movedTo: to, ended }, now)
  }

  /**
   * The topics that are followed, or were until after a time, those that were heard last first. The oldest of too many are
   * dropped.
   */
  async live(after: number): Promise<readonly FoundFollow[]> {
    const found: FoundFollow[] = []
    const limit = 1_000
    for (let page = await this.#storage.list(this.#folder, { limit }); page.length > 0; ) {
      for (const { key, version, value } of page) {
        const follow = readFollow(value)
        if (follow && isLive(follow, after)) found.push({ key, version, follow })
      }
      page = await this.#storage.list(this.#folder, { limit, after: page.at(-1)?.key ?? this.#folder })
    }
    found.sort((one, other) => other.follow.until - one.follow.until)
    for (const { key } of found.splice(mostFollows)) await this.#storage.delete(key)
    return found
  }

  async #write(key: string, follow: Follow, now: number, onlyIf?: StorageEntry['version']): Promise<void> {
    const expiresIn = Math.max(0, follow.until - now) + keptAfter
    await this.#storage.set(key, JSON.stringify(follow), { expiresIn, ...(onlyIf !== undefined && { onlyIf }) })
  }

  async #key({ channel, topic }: FollowedPlace): Promise<string> {
    return fitting(this.#folder + joined(...topicPlace(channel, topic)))
  }
}

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

function ignoreConflict(error: unknown): void {
  if (!(error instanceof StorageConflictError)) throw error
}

function readFollow(text: string): Follow | undefined {
  const follow = parseJson(text)
  if (!isObject(follow) || !isObject(follow.last)) return undefined
  const { channel, topic, time, since, until, last } = follow
  const areNumbers = [channel, time, since, until, last.id].every((value) => typeof value === 'number')
  // What else it has, this module wrote.
  return areNumbers && typeof topic === 'string' ? (follow as unknown as Follow) : undefined
}
