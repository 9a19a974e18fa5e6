import type { Message } from '../../protocol/index.js'
import type { Storage, Version } from '../../storage/index.js'
import { parseJson } from '../../values.js'
import type { Delivery } from '../delivery/delivery.js'
import { fitting, joined } from '../storageKey.js'
import { placeOf } from './place.js'
import { type GoingRecord, type Record, readRecord } from './record.js'
import { Target } from './stored.js'

/** A conversation as it was found: with its version, so that of two who change it one does. */
export interface Found {
  /** The message that began it. */
  readonly id: number
  readonly version: Version
  /** What it says, or what is wrong with it. */
  readonly content: { readonly record: Record } | { readonly problem: string }
}

/** The way from a place and a person to the question that waits there. */
export interface Pointer {
  readonly key: string
  readonly version: Version
  readonly target: Target | undefined
}

/**
 * The conversations of one bot in the storage. Under `of/` each by the message that began it; under `at/` which question
 * waits where, for whom; under `due/` when somebody has to look after which, in the order of time.
 */
export class ConversationStore {
  readonly #storage: Storage
  readonly #bot: string

  constructor(storage: Storage, botEmail: string) {
    this.#storage = storage
    this.#bot = botEmail.toLowerCase()
  }

  /** Whether there may be any; false where it is known at once that there is none. */
  get mayHold(): boolean {
    return this.#storage.mayHold?.(folderOf(this.#bot)) ?? true
  }

  async find(id: number): Promise<Found | undefined> {
    const entry = await this.#storage.get(this.#recordKey(id))
    return entry && { id, version: entry.version, content: readRecord(entry.value) }
  }

  /** Writes a conversation. @throws {StorageConflictError} when it is no longer as it was found. */
  write(id: number, record: Record, onlyIf: Version | 'absent', expiresIn: number): Promise<Version> {
    return this.#storage.set(this.#recordKey(id), JSON.stringify(record), { onlyIf, expiresIn })
  }

  async remove({ id, version }: Pick<Found, 'id' | 'version'>): Promise<void> {
    await this.#storage.delete(this.#recordKey(id), { onlyIf: version })
  }

  /** The question that waits for this person there, then the one that waits for anyone. */
  async pointersAt(message: Message): Promise<readonly Pointer[]> {
    const keys = (['sender', 'anyone'] as const).map((from) => this.#pointerKey(message, from))
    const found = await Promise.all(keys.map(async (key) => this.#pointer(await key)))
    return found.filter((pointer) => pointer !== undefined)
  }

  /** Points to a question from now on, and gives the one that was pointed to before. */
  async point(record: GoingRecord, expiresIn: number): Promise<Target | undefined> {
    const { message } = record.notification
    const question = record.questions.length - 1
    const key = await this.#pointerKey(message, record.questions[question]?.from ?? 'sender')
    const before = await this.#pointer(key)
    const target: Target = { conversation: message.id, question }
    await this.#storage.set(key, JSON.stringify(target), { expiresIn })
    return before?.target
  }

  async forget({ key, version }: Pointer): Promise<void> {
    await this.#storage.delete(key, { onlyIf: version })
  }

  async remind(id: number, due: number): Promise<void> {
    await this.#storage.set(this.#reminderKey(due, id), String(id))
  }

  async forgetReminder(id: number, due: number): Promise<void> {
    await this.#storage.delete(this.#reminderKey(due, id))
  }

  /** The earliest reminders. */
  async reminders(): Promise<readonly { readonly id: number; readonly due: number }[]> {
    const prefix = this.#key('due', '')
    const entries = await this.#storage.list(prefix)
    return entries.map(({ key }) => {
      const [due, id] = key.slice(prefix.length).split('/').map(Number)
      return { id: id ?? 0, due: due ?? 0 }
    })
  }

  async #pointer(key: string): Promise<Pointer | undefined> {
    const entry = await this.#storage.get(key)
    return entry && { key, version: entry.version, target: targetIn(entry.value) }
  }

  #recordKey(id: number): string {
    return this.#key('of', String(id))
  }

  #pointerKey(message: Message, from: 'sender' | 'anyone'): Promise<string> {
    return fitting(this.#key('at', ...placeOf(message), from === 'anyone' ? from : String(message.sender_id)))
  }

  /** Of equal length, so that the order of texts is that of times. */
  #reminderKey(due: number, id: number): string {
    return this.#key('due', String(Math.ceil(due)).padStart(15, '0'), String(id))
  }

  #key(...parts: readonly string[]): string {
    return folderOf(this.#bot) + joined(...parts)
  }
}

/** What all keys of a bot begin with; asked for with every message, mostly for the same few bots. */
function folderOf(bot: string): string {
  let folder = folders.get(bot)
  if (folder === undefined) {
    folder = `${joined('conversation', bot)}/`
    if (folders.size < mostFolders) folders.set(bot, folder)
  }
  return folder
}

const folders = new Map<string, string>()
const mostFolders = 1_000

/** Where the conversations of a delivery's bot are. */
export const storeOf = ({ storage, notification }: Delivery) => new ConversationStore(storage, notification.bot_email)

function targetIn(value: string): Target | undefined {
  return Target.safeParse(parseJson(value)).data
}
