import {
  belongsTo,
  errorFields,
  type FollowedPlace,
  FollowStore,
  joined,
  type Log,
  placeIn,
  readMessage,
  sentBy,
  topicPlace,
} from '../bot/index.js'
import type { Client, Clock } from '../client/index.js'
import { age } from '../clock.js'
import type { Message, UpdateMessageEvent } from '../protocol/index.js'
import type { Storage } from '../storage/index.js'

interface FollowUpsOptions {
  readonly client: Client
  /** The bot's address. */
  readonly email: string
  readonly storage: Storage
  readonly clock: Clock
  readonly log: Log
  /** Milliseconds: messages that were missed and are older stay unanswered. */
  readonly catchUp: number
}

interface Hearing {
  /** UNIX milliseconds: messages that are sent until then may be follow-ups; for a later one, the storage is asked. */
  readonly until: number
  /** For how many milliseconds the topic is followed; 0 if it isn't known that it is. */
  readonly time: number
}

/**
 * Tells which messages may be follow-ups, without asking the storage about each. Whether one is, a worker decides, in the order
 * of the conversation: the handler that follows the topic may still be running when the next message arrives.
 */
export class FollowUps {
  readonly #options: FollowUpsOptions
  readonly #store: FollowStore
  /** By topic: those that are followed, and those that the bot was just called in. */
  #topics = new Map<string, Hearing>()
  /** The ID of the newest message of the bot's channels that came. */
  #newest = 0
  #readAt = Number.NEGATIVE_INFINITY

  constructor(options: FollowUpsOptions) {
    this.#options = options
    this.#store = new FollowStore(options.storage, options.email)
  }

  /** Whether any topic may be followed. */
  get areAny(): boolean {
    return this.#topics.size > 0
  }

  /** Reads the followed topics anew, and looks up where they are now: renamings are missed while nobody listens. @throws {StorageError} */
  async load(signal: AbortSignal): Promise<void> {
    const { client, clock, log } = this.#options
    for (const found of (await this.#store.live(clock.now())).slice(0, mostLookedUp)) {
      const { last, channel, topic } = found.value
      try {
        const now = await readMessage(client, last as Message, { signal, priority: 'bulk' })
        const place = now && placeIn(now)
        if (place && keyOf(place) !== keyOf({ channel, topic }))
          await this.#store.move(found, place, last.id, clock.now())
      } catch (error) {
        signal.throwIfAborted()
        log.warn(errorFields(error), 'Failed to look up whether a followed topic was moved')
      }
    }
    await this.#read()
  }

  async mayBe(message: Message): Promise<boolean> {
    const { clock, log } = this.#options
    const place = placeIn(message)
    if (place === undefined) return false
    try {
      if (age(clock, this.#readAt) > believedFor) await this.#read()
      const key = keyOf(place)
      const known = this.#topics.get(key)
      if (known === undefined || sentBy(message, clock.now()) < known.until) return known !== undefined
      const found = await this.#store.at(place)
      const isOne = found !== undefined && belongsTo(message, found.value, clock.now())
      if (isOne) this.#topics.set(key, found.value)
      else this.#topics.delete(key)
      return isOne
    } catch (error) {
      log.warn(errorFields(error), 'Failed to look up which topics are followed; messages wait until that succeeds')
      // The worker asks again.
      return true
    }
  }

  /** Called with messages that are passed on: handlers may follow their topics, or go on with it. */
  noteTaken(message: Message): void {
    this.#newest = Math.max(this.#newest, message.id)
    const place = placeIn(message)
    if (place === undefined) return
    const key = keyOf(place)
    const { time = 0, until = 0 } = this.#topics.get(key) ?? {}
    this.#topics.set(key, { time, until: Math.max(until, this.#options.clock.now() + Math.max(time, undecidedFor)) })
  }

  /** A followed topic that is renamed or moved stays followed, if its last message goes along. */
  async noteMove(event: UpdateMessageEvent): Promise<void> {
    const { stream_id, new_stream_id = stream_id, subject, orig_subject, message_ids = [], propagate_mode } = event
    const topic = orig_subject ?? subject
    if (stream_id === undefined || new_stream_id === undefined || topic === undefined) return
    const from = { channel: stream_id, topic }
    const to = { channel: new_stream_id, topic: subject ?? topic }
    const known = this.#topics.get(keyOf(from))
    if (known === undefined || keyOf(from) === keyOf(to)) return
    try {
      const found = await this.#store.at(from)
      const isWhole = propagate_mode === 'change_all'
      if (found && !isWhole && !message_ids.includes(found.value.last.id)) return
      if (found && !found.value.movedTo) await this.#store.move(found, to, this.#newest, this.#options.clock.now())
      this.#topics.set(keyOf(to), known)
      if (isWhole) this.#topics.delete(keyOf(from))
    } catch (error) {
      this.#options.log.warn(errorFields(error), 'Failed to follow a topic to where it was moved')
    }
  }

  async #read(): Promise<void> {
    const { clock, catchUp } = this.#options
    const now = clock.now()
    const topics = new Map([...this.#topics].filter(([, { until }]) => until > now))
    for (const { value } of await this.#store.live(now - catchUp)) topics.set(keyOf(value), value)
    this.#topics = topics
    this.#readAt = now
  }
}

const keyOf = ({ channel, topic }: FollowedPlace) => joined(...topicPlace(channel, topic))

/** Milliseconds after which the list is read again: what was resumed without a message may have followed a topic too. */
const believedFor = 60_000

/** Milliseconds for which handlers may decide whether they follow a topic, as long as they usually may run. */
const undecidedFor = 300_000

/** How many topics are looked up after a pause, those that were heard last. */
const mostLookedUp = 50
