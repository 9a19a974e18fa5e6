import * as z from 'zod/mini'
import { areInOrder, listenerKey, RecordStore } from '../bot/index.js'
import type { Message } from '../protocol/index.js'
import type { Storage } from '../storage/index.js'

/** A message that the server had: its ID, and when it was sent, in UNIX seconds. */
export type Seen = Pick<Message, 'id' | 'timestamp'>

/** Which messages a bot has taken. Message IDs rise, but events of messages sent at once may come in any order. */
export class Position {
  readonly #store: RecordStore<Stored>
  readonly #key: string
  /** Everything up to this ID was taken, or never will be. */
  floor: number
  /** When each was sent, by ID. */
  readonly #taken: Map<number, number>
  /** The newest message that was taken, or that there was when it began. */
  newest: Seen
  #isSaved = true
  #last: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  private constructor(store: RecordStore<Stored>, email: string, { floor, taken, newest }: Stored) {
    this.#store = store
    this.#key = listenerKey(email)
    this.floor = floor
    this.#taken = new Map(taken)
    this.newest = newest
  }

  /** The stored position of a bot; undefined if it has never listened. @throws {StorageError} */
  static async load(storage: Storage, email: string): Promise<Position | undefined> {
    const store = storeIn(storage)
    const stored = (await store.find(listenerKey(email)))?.value
    return stored && new Position(store, email, stored)
  }

  /** Begins after a message. @param newest The newest message that the bot can see. @throws {StorageError} */
  static async begin(storage: Storage, email: string, floor: number, newest: Seen): Promise<Position> {
    const position = new Position(storeIn(storage), email, { floor, taken: [], newest })
    position.#isSaved = false
    await position.save()
    return position
  }

  /** The highest ID that is known. */
  get highest(): number {
    return Math.max(this.floor, this.newest.id)
  }

  has({ id, timestamp = 0 }: Seen): boolean {
    return id <= this.floor || this.#taken.get(id) === timestamp
  }

  /** Whether a message that was just sent can't be of the server that had those that were taken: its IDs have gone back. */
  isContradictedBy(message: Seen): boolean {
    const taken = this.#taken.get(message.id)
    if (taken !== undefined) return taken !== (message.timestamp ?? 0)
    return message.id > this.newest.id ? message.id <= this.floor : !areInOrder(this.newest, message)
  }

  /**
   * @param open The oldest message that is still to be taken.
   * @returns whether that one now counts as taken, since so many newer ones were.
   */
  add(message: Seen, open = Number.POSITIVE_INFINITY): boolean {
    if (this.has(message)) return false
    const { id, timestamp = 0 } = message
    this.#isSaved = false
    this.#taken.set(id, timestamp)
    if (id > this.newest.id) this.newest = { id, timestamp }
    const before = this.floor
    while (this.#taken.size > remembered) {
      const oldest = Math.min(...this.#taken.keys())
      if (before < open && oldest > open && this.#taken.size <= mostRemembered) break
      this.#taken.delete(oldest)
      this.floor = oldest
    }
    return before < open && this.floor >= open
  }

  /** Records that everything up to this ID was looked at. Messages sent at the same moment may still arrive, so it keeps a margin. */
  passed(newest: number): void {
    const floor = newest - overlap
    if (floor <= this.floor) return
    this.#isSaved = false
    this.floor = floor
    for (const id of this.#taken.keys()) if (id <= floor) this.#taken.delete(id)
  }

  /**
   * Forgets what the server doesn't have any more.
   * @param floor Everything up to this ID was taken, or never will be. @param newest The newest message that the bot can see.
   */
  goBack(floor: number, newest: Seen): void {
    this.#isSaved = false
    this.floor = Math.min(this.floor, floor)
    this.newest = newest
    for (const id of this.#taken.keys()) if (id > newest.id) this.#taken.delete(id)
  }

  /** Writes the position if it has changed; all changes during a write are written by one more. @throws {StorageError} */
  save(): Promise<void> {
    this.#next ??= this.#last.then(() => {
      this.#next = undefined
      const written = this.#write()
      this.#last = written.catch(() => {})
      return written
    })
    return this.#next
  }

  async #write(): Promise<void> {
    if (this.#isSaved) return
    this.#isSaved = true
    try {
      await this.#store.write(this.#key, { floor: this.floor, taken: [...this.#taken], newest: this.newest })
    } catch (error) {
      this.#isSaved = false
      throw error
    }
  }
}

type Stored = z.infer<typeof Stored>

const Stored = z.object({
  floor: z.int(),
  /** The IDs of messages, and when each was sent. */
  taken: z.array(z.tuple([z.number(), z.number()])),
  newest: z.object({ id: z.int(), timestamp: z.optional(z.number()) }),
})

const storeIn = (storage: Storage) => new RecordStore(storage, ['listener'], Stored)

/** More than are ever sent within the moment in which events may arrive out of order. */
const remembered = 200

/** As many while an older message is still to be taken. */
const mostRemembered = 1_000

/** Message IDs. The server numbers the messages of all its organisations together. */
const overlap = 1_000
