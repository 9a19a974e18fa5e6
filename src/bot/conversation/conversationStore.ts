import * as z from 'zod/mini'
import { ApiError, EarshotError } from '../../client/index.js'
import { type Message, type Notification, readNotification } from '../../protocol/index.js'
import type { Storage, StorageEntry, Version } from '../../storage/index.js'
import { UserError } from '../base/errors.js'
import { areInOrder, messageKey } from '../base/messageKey.js'
import { entriesIn, RecordStore, type StoredRecord } from '../base/recordStore.js'
import { joined, placeId, placeParts } from '../base/storageKey.js'
import type { Delivery } from '../delivery/delivery.js'
import { type People, problemOf } from '../people/people.js'

/** Milliseconds without a renewal after which a run counts as dead. */
export const lease = 15 * 60_000

/** A stored conversation, with its version for compare-and-set. */
export interface Found {
  readonly id: number
  readonly version: Version
  /** Undefined if it can't be read: then `problem` says why. */
  readonly record?: Record | undefined
  readonly problem?: string | undefined
}

/** The questions that a message may answer, in whichever conversation they were asked. */
export type PendingQuestions = StoredRecord<readonly PendingQuestion[]>

/**
 * The conversations of one bot in the storage. Keys under `of/` hold each conversation, by the message that began it; those
 * under `at/` the pending questions, by who may answer; those under `due/` when a conversation needs attention, in order.
 */
export class ConversationStore {
  readonly #storage: Storage
  readonly #records: RecordStore<z.infer<typeof Stored>>
  readonly #pending: RecordStore<readonly PendingQuestion[]>
  /** What the keys of reminders begin with. */
  readonly #due: string

  constructor(storage: Storage, botEmail: string) {
    const folder = ['conversation', botEmail.toLowerCase()]
    this.#storage = storage
    this.#records = new RecordStore(storage, [...folder, 'of'], Stored)
    this.#pending = new RecordStore(storage, [...folder, 'at'], z.array(Target))
    this.#due = `${conversationsOf(botEmail)}due/`
  }

  async find(id: number): Promise<Found | undefined> {
    return foundIn(id, await this.#records.find(this.#recordKey(id)))
  }

  write(id: number, record: Record, onlyIf: Version | 'absent', expiresIn: number): Promise<Version> {
    return this.#records.write(this.#recordKey(id), record, { onlyIf, expiresIn })
  }

  remove({ id, version }: Pick<Found, 'id' | 'version'>): Promise<void> {
    return this.#records.remove({ key: this.#recordKey(id), version })
  }

  /** The conversation that a message began, and the pending questions for its sender and for anyone. */
  async around(message: Message): Promise<{ own: Found | undefined; pending: readonly PendingQuestions[] }> {
    const pendingKeys = [await this.#pendingKey(message, 'sender'), await this.#pendingKey(message, 'anyone')]
    const [own, ...lists] = await this.#read([this.#recordKey(message.id), ...pendingKeys])
    return {
      own: foundIn(message.id, own && this.#records.read(own)),
      pending: lists.flatMap((entry) => (entry ? this.#pending.read(entry) : [])),
    }
  }

  /**
   * Adds the last question of a conversation to the pending ones, without those whose conversations are over. Returns the one
   * that it replaces: only approvals wait side by side in one place.
   */
  async addPending(record: GoingRecord, expiresIn: number): Promise<PendingQuestion | undefined> {
    const { notification, questions, due } = record
    const { from = 'sender', quorum } = questions.at(-1) ?? {}
    const place = placeId(notification.message)
    const target: PendingQuestion = { conversation: notification.message.id, question: questions.length - 1, place }
    const isApproval = quorum !== undefined
    const key = await this.#pendingKey(
      notification.message,
      isApproval ? 'approvals' : from === 'sender' ? from : 'anyone',
    )
    let replaced: PendingQuestion | undefined
    let longest = expiresIn
    const withThis = async (before: readonly PendingQuestion[] = []) => {
      replaced = isApproval ? undefined : before.find((other) => other.place === place)
      const others = before.filter((other) => other !== replaced && other.conversation !== target.conversation)
      const found = await Promise.all(others.map(({ conversation }) => this.find(conversation)))
      const dues = found.map((one) => (one?.record && 'due' in one.record ? one.record.due : due))
      longest = expiresIn + Math.max(0, ...dues.map((other) => other - due))
      return [...others.filter((_, at) => found[at]), target]
    }
    await this.#pending.change(key, withThis, () => ({ expiresIn: longest }))
    return replaced
  }

  /** The approvals that a message may answer, and some that have ended. Several can be pending in one place. */
  async approvalsFor(message: Message): Promise<readonly Found[]> {
    const targets = (await this.#pending.find(await this.#pendingKey(message, 'approvals')))?.value ?? []
    const found = await Promise.all(targets.map(({ conversation }) => this.find(conversation)))
    return found.flatMap((one) => (one === undefined || isOfLostTime(one.record, message) ? [] : one))
  }

  forget(questions: PendingQuestions): Promise<void> {
    return this.#pending.remove(questions)
  }

  /** @param isRunning Whether this process runs it, and will renew the reminder. */
  async remind(id: number, due: number, isRunning: boolean): Promise<void> {
    const holder = isRunning ? this.#storage.holder?.id : ''
    await this.#storage.set(this.#reminderKey(due, id), holder ?? '')
  }

  async forgetReminder(id: number, due: number): Promise<void> {
    await this.#storage.delete(this.#reminderKey(due, id))
  }

  /**
   * The first to need attention, without those that another process runs, as can be seen. `at` is when: that of a process that
   * has died is no later than a lease from now, even if the clock was set back since.
   */
  async reminders(now: number): Promise<readonly { readonly id: number; readonly due: number; readonly at: number }[]> {
    const { holder } = this.#storage
    const entries = await this.#storage.list(this.#due)
    const reminders = entries.flatMap(({ key, value }) => {
      const [due = 0, id = 0] = key.slice(this.#due.length).split('/').map(Number)
      const isDead = value === '' ? undefined : holder?.isDead(value)
      if (isDead === false && value !== holder?.id) return []
      return { id, due, at: isDead && due > now + lease ? now : due }
    })
    return reminders.sort((one, other) => one.at - other.at)
  }

  /** In one round trip, if the storage can do that. */
  #read(keys: readonly string[]): Promise<readonly (StorageEntry | undefined)[]> {
    const { getMany } = this.#storage
    return getMany ? getMany.call(this.#storage, keys) : Promise.all(keys.map((key) => this.#storage.get(key)))
  }

  #recordKey(id: number): string {
    return `${this.#records.folder}${id}`
  }

  /**
   * By topic, a key would be lost when the topic is renamed: questions to the sender are kept by sender, those to others by
   * channel. Direct conversations stay where they are.
   */
  #pendingKey(message: Message, from: 'sender' | 'anyone' | 'approvals'): Promise<string> {
    const who = from === 'sender' ? String(message.sender_id) : from
    if (message.type === 'private') return this.#pending.key(...placeParts(message), who)
    return this.#pending.key('channel', ...(from === 'sender' ? [] : [String(message.stream_id)]), who)
  }

  /** Padded, so that keys sort by time. */
  #reminderKey(due: number, id: number): string {
    return `${this.#due}${String(Math.ceil(due)).padStart(15, '0')}/${id}`
  }
}

/** What the keys of all conversations begin with. */
export const anyConversation = 'conversation/'

/** What the keys of all conversations of a bot begin with. */
export const conversationsOf = (botEmail: string) => `${joined('conversation', botEmail.toLowerCase())}/`

/** Deletes the conversations that began after a message, by its ID. */
export async function removeConversationsAfter(storage: Storage, botEmail: string, message: number): Promise<void> {
  const prefix = `${conversationsOf(botEmail)}of/`
  for await (const { key } of entriesIn(storage, prefix)) {
    if (Number(key.slice(prefix.length)) > message) await storage.delete(key)
  }
}

export const storeOf = ({ storage, notification }: Delivery) => new ConversationStore(storage, notification.bot_email)

function foundIn(id: number, stored: StoredRecord<z.infer<typeof Stored>> | undefined): Found | undefined {
  if (stored === undefined) return undefined
  const { version, value, problem } = stored
  if (value === undefined || value.state === 'ended') return { id, version, record: value, problem }
  const read = readNotification(value.notification)
  if (read.ok) return { id, version, record: { ...value, notification: read.notification } }
  const problems = read.problems.map(({ path, problem }) => `${path}: ${problem}`)
  return { id, version, problem: `the message: ${problems.join('; ')}` }
}

export type Record = GoingRecord | Ended
export type GoingRecord = Omit<Going, 'notification'> & { notification: Notification }

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

/** The record of a conversation whose last question is answered. */
export function answered(record: GoingRecord, answer: QuestionAnswer): GoingRecord {
  const last = record.questions.at(-1)
  if (last) last.answer = answer
  if (answer.message !== undefined) record.messages.push(answer.message)
  record.turn = newTurn(answer.message)
  return record
}

/** The reply that was kept for the webhook's own answer. If the server delivers the message again, it hasn't got it. */
export function heldReply({ turn }: Record): Reply | undefined {
  return turn.replies.length === 1 && !turn.isSent ? turn.replies[0] : undefined
}

export function endedRecord(record: GoingRecord): Ended {
  const { notification, messages, turn } = record
  return { format: 1, state: 'ended', data: notification.data, messages, turn }
}

export type StepOutcome = z.infer<typeof Outcome>

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
export type HandlerStep = z.infer<typeof Step>
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
export type QuestionAnswer = NonNullable<Question['answer']>
const Question = z.object({
  /** Has to be the same when the handler runs again. */
  key: z.string(),
  choices: z.optional(z.array(z.string())),
  from: z.union([z.enum(['sender', 'anyone']), z.custom<People>((from) => problemOf(from) === undefined)]),
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
export type PendingQuestion = z.infer<typeof Target>
const Target = z.object({ conversation: z.number(), question: z.number(), place: z.string() })

/** An error for the record. An `ApiError` or a `UserError` is restored as it was; others by name, message and code. */
export function failedWith(error: unknown): StepOutcome {
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

export function outcomeAgain(outcome: StepOutcome): unknown {
  if (outcome.kind === 'value') return outcome.value
  if (outcome.kind === 'refused') throw new ApiError(outcome.facts, outcome.refusal)
  if (outcome.kind === 'user error') throw new UserError(outcome.message, { code: outcome.code })
  const { name, message, code } = outcome
  const error = code === undefined ? new Error(message) : new EarshotError(code, message)
  throw Object.defineProperty(error, 'name', { value: name, configurable: true })
}
