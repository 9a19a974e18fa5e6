import type { Storage } from '../storage/index.js'
import { parseJson } from '../values.js'

/** Which messages a bot has taken. Message IDs rise, but events of messages sent at once may come in any order. */
export class Position {
  readonly #storage: Storage
  readonly #key: string
  /** Everything up to this ID was taken, or never will be. */
  #floor: number
  readonly #taken: Set<number>
  #isSaved = true

  private constructor(storage: Storage, key: string, { floor, taken }: Stored) {
    this.#storage = storage
    this.#key = key
    this.#floor = floor
    this.#taken = new Set(taken)
  }

  /** The stored position of a bot; undefined if it has never listened. @throws {StorageError} */
  static async load(storage: Storage, email: string): Promise<Position | undefined> {
    const key = keyOf(email)
    const entry = await storage.get(key)
    const stored = entry === undefined ? undefined : read(entry.value)
    return stored && new Position(storage, key, stored)
  }

  /** Begins after a message. @throws {StorageError} */
  static async begin(storage: Storage, email: string, floor: number): Promise<Position> {
    const position = new Position(storage, keyOf(email), { floor, taken: [] })
    position.#isSaved = false
    await position.save()
    return position
  }

  get floor(): number {
    return this.#floor
  }

  has(id: number): boolean {
    return id <= this.#floor || this.#taken.has(id)
  }

  add(id: number): void {
    if (this.has(id)) return
    this.#isSaved = false
    this.#taken.add(id)
    if (this.#taken.size <= remembered) return
    const oldest = Math.min(...this.#taken)
    this.#taken.delete(oldest)
    this.#floor = oldest
  }

  /** Records that everything up to this ID was looked at. Messages sent at the same moment may still arrive, so it keeps a margin. */
  passed(newest: number): void {
    const floor = newest - overlap
    if (floor <= this.#floor) return
    this.#isSaved = false
    this.#floor = floor
    for (const id of this.#taken) if (id <= floor) this.#taken.delete(id)
  }

  /** Writes the position if it has changed. @throws {StorageError} */
  async save(): Promise<void> {
    if (this.#isSaved) return
    this.#isSaved = true
    try {
      const stored: Stored = { floor: this.#floor, taken: [...this.#taken] }
      await this.#storage.set(this.#key, JSON.stringify(stored))
    } catch (error) {
      this.#isSaved = false
      throw error
    }
  }
}

interface Stored {
  readonly floor: number
  readonly taken: readonly number[]
}

/** More than are ever sent within the moment in which events may arrive out of order. */
const remembered = 200

/** Message IDs. The server numbers the messages of all its organisations together. */
const overlap = 1_000

const keyOf = (email: string) => `listener/${email}`

function read(text: string): Stored | undefined {
  const { floor, taken } = Object(parseJson(text)) as Partial<Stored>
  return Number.isInteger(floor) && Array.isArray(taken) ? { floor: Number(floor), taken } : undefined
}
