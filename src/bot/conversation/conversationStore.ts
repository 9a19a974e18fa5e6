import * as z from 'zod/mini'
import { ApiError, EarshotError } from '../../client/index.js'
import { type Message, type Notification, type RoleName, readNotification, roles } from '../../protocol/index.js'
import { type Storage, StorageConflictError, type StorageEntry, type Version } from '../../storage/index.js'
import { errorMessage, parseJson } from '../../values.js'
import type { Delivery } from '../delivery/delivery.js'
import { UserError } from '../errors.js'
import { areInOrder, messageKey } from '../messageKey.js'
import { fitting, joined, placeId, placeOf } from '../storageKey.js'

/** A stored conversation, with its version for compare-and-set. */
export interface Found {
  readonly id: number
  readonly version: Version
  /** Undefined if it can't be read: then `problem` says why. */
  readonly record?: Record
  readonly problem?: string
}

/** The questions that a message may answer, in whichever conversation they were asked. */
export interface PendingQuestions {
  readonly key: string
  readonly version: Version
  /** Undefined if they can't be read. */
  readonly targets: readonly Target[] | undefined
}

/**
 * The conversations of one bot in the storage. Keys under `of/` hold each conversation, by the message that began it; those
 * under `at/` the pending questions, by who may answer; those under `due/` when a conversation needs attention, in order.
 */
export class ConversationStore {
  readonly #storage: Storage
  /** What all keys of a bot begin with. */
  readonly #folder: string

  constructor(storage: Storage, botEmail: string) {
    this.#storage = storage
    this.#folder = conversationsOf(botEmail)
  }

  async find(id: number): Promise<Found | undefined> {
    const entry = await this.#storage.get(this.#recordKey(id))
    return entry && foundIn(id, entry)
  }

  write(id: number, record: Record, onlyIf: Version | 'absent', expiresIn: number): Promise<Version> {
    return this.#storage.set(this.#recordKey(id), JSON.stringify(record), { onlyIf, expiresIn })
  }

  async remove({ id, version }: Pick<Found, 'id' | 'version'>): Promise<void> {
    await this.#storage.delete(this.#recordKey(id), { onlyIf: version })
  }

  /** The conversation that a message began, and the pending questions for its sender and for anyone. */
  async around(message: Message): Promise<{ own: Found | undefined; pending: readonly PendingQuestions[] }> {
    const keys = [
      this.#recordKey(message.id),
      await this.#pendingKey(message, 'sender'),
      await this.#pendingKey(message, 'anyone'),
    ]
    const [own, ...lists] = await this.#read(keys)
    const pending = lists.flatMap((entry, index) =>
      entry ? { key: keys[index + 1] ?? '', version: entry.version, targets: targetsIn(entry.value) } : [],
    )
    return { own: own && foundIn(message.id, own), pending }
  }

  /**
   * Adds the last question of a conversation to the pending ones, without those whose conversations are over. Returns the one
   * that it replaces: only approvals wait side by side in one place.
   */
  async addPending(record: GoingRecord, expiresIn: number): Promise<Target | undefined> {
    const { notification, questions, due } = record
    const { from = 'sender', quorum } = questions.at(-1) ?? {}
    const place = placeId(notification.message)
    const target: Target = { conversation: notification.message.id, question: questions.length - 1, place }
    const isApproval = quorum !== undefined
    const key = await this.#pendingKey(
      notification.message,
      isApproval ? 'approvals' : from === 'sender' ? from : 'anyone',
    )
    for (;;) {
      const entry = await this.#storage.get(key)
      const before = (entry && targetsIn(entry.value)) ?? []
      const replaced = isApproval ? undefined : before.find((other) => other.place === place)
      const others = before.filter((other) => other !== replaced && other.conversation !== target.conversation)
      const found = await Promise.all(others.map(({ conversation }) => this.find(conversation)))
      const dues = found.map((one) => (one?.record && 'due' in one.record ? one.record.due : due))
      const longest = expiresIn + Math.max(0, ...dues.map((other) => other - due))
      try {
        const all = [...others.filter((_, at) => found[at]), target]
        await this.#storage.set(key, JSON.stringify(all), { onlyIf: entry?.version ?? 'absent', expiresIn: longest })
        return replaced
      } catch (error) {
        if (!(error instanceof StorageConflictError)) throw error
      }
    }
  }

  /** The approvals that a message may answer, and some that have ended. Several can be pending in one place. */
  async approvalsFor(message: Message): Promise<readonly Found[]> {
    const entry = await this.#storage.get(await this.#pendingKey(message, 'approvals'))
    const targets = (entry && targetsIn(entry.value)) ?? []
    const found = await Promise.all(targets.map(({ conversation }) => this.find(conversation)))
    return found.flatMap((one) => (one === undefined || isOfLostTime(one.record, message) ? [] : one))
  }

  async forget({ key, version }: PendingQuestions): Promise<void> {
    await this.#storage.delete(key, { onlyIf: version })
  }

  async remind(id: number, due: number): Promise<void> {
    await this.#storage.set(this.#reminderKey(due, id), String(id))
  }

  async forgetReminder(id: number, due: number): Promise<void> {
    await this.#storage.delete(this.#reminderKey(due, id))
  }

  async reminders(): Promise<readonly { readonly id: number; readonly due: number }[]> {
    const prefix = this.#key('due', '')
    const entries = await this.#storage.list(prefix)
    return entries.map(({ key }) => {
      const [due, id] = key.slice(prefix.length).split('/').map(Number)
      return { id: id ?? 0, due: due ?? 0 }
    })
  }

  /** In one round trip, if the storage can do that. */
  #read(keys: readonly string[]): Promise<readonly (StorageEntry | undefined)[]> {
    const { getMany } = this.#storage
    return getMany ? getMany.call(this.#storage, keys) : Promise.all(keys.map((key) => this.#storage.get(key)))
  }

  #recordKey(id: number): string {
    return this.#key('of', String(id))
  }

  /**
   * By topic, a key would be lost when the topic is renamed: questions to the sender are kept by sender, those to others by
   * channel. Direct conversations stay where they are.
   */
  #pendingKey(message: Message, from: 'sender' | 'anyone' | 'approvals'): Promise<string> {
    const who = from === 'sender' ? String(message.sender_id) : from
    if (message.type === 'private') return fitting(this.#key('at', ...placeOf(message), who))
    return fitting(this.#key('at', 'channel', ...(from === 'sender' ? [] : [String(message.stream_id)]), who))
  }

  /** Padded, so that keys sort by time. */
  #reminderKey(due: number, id: number): string {
    return this.#key('due', String(Math.ceil(due)).padStart(15, '0'), String(id))
  }

  #key(...parts: readonly string[]): string {
    return this.#folder + joined(...parts)
  }
}

/** What the keys of all conversations begin with. */
export const anyConversation = 'conversation/'

/** What the keys of all conversations of a bot begin with. */
export const conversationsOf = (botEmail: string) => `${joined('conversation', botEmail.toLowerCase())}/`

/** Deletes the conversations that began after a message, by its ID. */
export async function removeConversationsAfter(storage: Storage, botEmail: string, message: number): Promise<void> {
  const prefix = `${conversationsOf(botEmail)}of/`
  for (let page = await storage.list(prefix); page.length > 0; ) {
    for (const { key } of page) if (Number(key.slice(prefix.length)) > message) await storage.delete(key)
    page = await storage.list(prefix, { after: page.at(-1)?.key ?? prefix })
  }
}

export const storeOf = ({ storage, notification }: Delivery) => new ConversationStore(storage, notification.bot_email)

function foundIn(id: number, { version, value }: StorageEntry): Found {
  return { id, version, ...readRecord(value) }
}

function targetsIn(value: string): readonly Target[] | undefined {
  return z.array(Target).safeParse(parseJson(value)).data
}

export type Record = GoingRecord | Ended
export type GoingRecord = Omit<Going, 'notification'> & { notification: Notification }

function readRecord(text: string): { readonly record: Record } | { readonly problem: string } {
  try {
    const checked = Stored.safeParse(JSON.parse(text))
    if (!checked.success) {
      return { problem: checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') }
    }
    const { data } = checked
    if (data.state === 'ended') return { record: data }
    const read = readNotification(data.notification)
    if (read.ok) return { record: { ...data, notification: read.notification } }
    return { problem: `the message: ${read.problems.map(({ path, problem }) => `${path}: ${problem}`).join('; ')}` }
  } catch (error) {
    return { problem: errorMessage(error) }
  }
}

/**
 * Whether a conversation was begun on the server before it was restored from a backup or begun anew: whoever writes now has
 * never seen its question.
 */
export function isOfLostTime(record: Record | undefined, message: Message): boolean {
  return record !== undefined && 'notification' in record && !areInOrder(record.notification.message, message)
}

/** Whether a message began a conversation. */
export function isBegunBy({ messages: [first] }: Record, message: Message): boolean {
  return first === messageKey(message)
}

export function dataOf(record: Record): string {
  return record.state === 'ended' ? record.data : record.notification.data
}

/** The first record of a conversation that a message begins, without the bot's token. */
export function newRecord(notification: Notification, turn: GoingRecord['turn']): GoingRecord {
  return {
    format: 1,
    state: 'running',
    notification: { ...notification, token: '' },
    messages: [messageKey(notification.message)],
    steps: [],
    questions: [],
    turn,
    due: 0,
  }
}

/** A turn that a message began, or a time-out if there is none. */
export function newTurn(message: string | undefined): GoingRecord['turn'] {
  return message === undefined ? { replies: [], isSent: false } : { message, replies: [], isSent: false }
}

/** The reply that was kept for the webhook's own answer. If the server delivers the message again, it hasn't got it. */
export function heldReply({ turn }: Record): Reply | undefined {
  return turn.replies.length === 1 && !turn.isSent ? turn.replies[0] : undefined
}

export function endedRecord(record: GoingRecord): Ended {
  const { notification, messages, turn } = record
  return { format: 1, state: 'ended', data: notification.data, messages, turn }
}

export type Outcome = z.infer<typeof Outcome>

const Facts = z.object({ endpoint: z.string(), attempts: z.number(), mayHaveTakenEffect: z.boolean() })
const Refusal = z.object({
  status: z.number(),
  code: z.string(),
  msg: z.string(),
  extra: z.record(z.string(), z.unknown()),
  retryAfter: z.optional(z.number()),
})

const Outcome = z.union([
  z.object({ kind: z.literal('value'), value: z.optional(z.unknown()) }),
  z.object({ kind: z.literal('refused'), facts: Facts, refusal: Refusal }),
  z.object({ kind: z.literal('user error'), message: z.string(), code: z.string() }),
  z.object({ kind: z.literal('error'), name: z.string(), message: z.string(), code: z.optional(z.string()) }),
])

/** A step of a handler. Without an outcome it was begun, and may or may not have been done. */
export type Step = z.infer<typeof Step>
const Step = z.object({
  kind: z.enum(['call', 'message', 'once', 'session']),
  key: z.string(),
  /** The number of questions asked before it. */
  at: z.number(),
  /** The `ctx.once` calls that were running when it began; it most likely belongs to one of them. */
  within: z.optional(z.string()),
  outcome: z.optional(Outcome),
})

const ApprovalAnswer = z.object({
  user: z.object({ id: z.number(), name: z.string() }),
  answer: z.enum(['approved', 'rejected']),
  messageId: z.number(),
  time: z.number(),
})

export type Question = z.infer<typeof Question>
const Question = z.object({
  /** Has to be the same when the handler runs again. */
  key: z.string(),
  choices: z.optional(z.array(z.string())),
  from: z.union([
    z.enum(['sender', 'anyone']),
    z.object({ group: z.union([z.string(), z.number()]) }),
    z.object({ role: z.enum(Object.keys(roles) as RoleName[]) }),
    z.object({ users: z.readonly(z.array(z.union([z.string(), z.number()]))) }),
  ]),
  /** For an approval: the start of the question, how many have to approve, and the answers so far. */
  about: z.optional(z.string()),
  quorum: z.optional(z.number()),
  answers: z.optional(z.array(ApprovalAnswer)),
  /** UNIX milliseconds. */
  until: z.number(),
  /** `message` is the key of the message with it. */
  answer: z.optional(
    z.union([
      z.object({ text: z.string(), message: z.string() }),
      z.object({ none: z.enum(['cancelled', 'timed_out', 'replaced']), message: z.optional(z.string()) }),
    ]),
  ),
})

type Reply = z.infer<typeof Reply>
const Reply = z.object({ content: z.string(), widgetContent: z.optional(z.string()) })

/** One run of the handler from a message or a time-out to the next question. */
const Turn = z.object({
  /** The key of the message that began it; undefined after a time-out. */
  message: z.optional(z.string()),
  replies: z.array(Reply),
  /** Whether the first reply was sent as a message; a single reply is kept for the webhook's own answer. */
  isSent: z.boolean(),
})

type Going = z.infer<typeof Going>
const Going = z.object({
  format: z.literal(1),
  state: z.enum(['running', 'waiting']),
  notification: z.unknown(),
  /** The keys of the message that began it, and of the answers. */
  messages: z.array(z.string()),
  /** In the order in which they began; the order of concurrent ones may vary. */
  steps: z.array(Step),
  questions: z.array(Question),
  turn: Turn,
  /** UNIX milliseconds: when it needs attention. */
  due: z.number(),
})

/** Kept for a while, to recognize a message that is delivered again. */
type Ended = z.infer<typeof Ended>
const Ended = z.object({
  format: z.literal(1),
  state: z.literal('ended'),
  data: z.string(),
  messages: z.array(z.string()),
  turn: Turn,
})

const Stored = z.union([Going, Ended])

/** A pending question: its conversation, its index there, and the place where it was asked. */
export type Target = z.infer<typeof Target>
const Target = z.object({ conversation: z.number(), question: z.number(), place: z.string() })

/** An error for the record. An `ApiError` or a `UserError` is restored as it was; others by name, message and code. */
export function failedWith(error: unknown): Outcome {
  if (error instanceof ApiError) {
    const { endpoint, attempts, mayHaveTakenEffect, status, code, msg, extra, retryAfter } = error
    const refusal = { status, code, msg, extra, ...(retryAfter === undefined ? {} : { retryAfter }) }
    return { kind: 'refused', facts: { endpoint, attempts, mayHaveTakenEffect }, refusal }
  }
  if (error instanceof UserError) return { kind: 'user error', message: error.message, code: error.code }
  if (!(error instanceof Error)) return { kind: 'error', name: 'Error', message: String(error) }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return { kind: 'error', name: error.name, message: error.message, ...code }
}

export function outcomeAgain(outcome: Outcome): unknown {
  if (outcome.kind === 'value') return outcome.value
  if (outcome.kind === 'refused') throw new ApiError(outcome.facts, outcome.refusal)
  if (outcome.kind === 'user error') throw new UserError(outcome.message, { code: outcome.code })
  const { name, message, code } = outcome
  const error = code === undefined ? new Error(message) : new EarshotError(code, message)
  throw Object.defineProperty(error, 'name', { value: name, configurable: true })
}
