import type { Notification } from '../../protocol/index.js'
import { isObject, parseJson } from '../../values.js'
import type { FaultOutcome } from '../faults/faultOutcome.js'
import type { Account } from '../realm/world/state.js'
import { answerText } from './answerText.js'
import type { AttemptResult } from './attempt.js'
import type { DeliveryLog } from './deliveryLog.js'
import { requestFor, type SlackFacts, slackRequest } from './deliveryRequest.js'
import type { DeliveryRequest } from './network.js'
import { type AttemptRecord, type DeliveryRecord, mask, masked, withoutCredentials } from './record.js'

/** The outcome of a delivery, as its record shows it. */
type Course = Pick<DeliveryRecord, 'outcome' | 'reading' | 'replyId' | 'notice' | 'ownerNotice' | 'isEdited'>

/** A notification for a bot, as the queue works on it. It is data, so that it can be saved. */
export interface OutgoingDelivery extends Pick<DeliveryRecord, 'id' | 'queuedAt' | 'resends'>, Writable<Course> {
  readonly bot: { readonly id: number; readonly email: string; readonly full_name: string; readonly api_key: string }
  readonly notification: Notification
  /** Present if it is posted in Slack's format. */
  readonly slack?: SlackFacts | undefined
  /** What is sent instead of the notification. */
  request: DeliveryRequest | undefined
  /** Where it is sent, and the server's `User-Agent`. */
  readonly address: string
  readonly agent: string
  attempts: readonly Attempt[]
  /** What faults change in it. */
  readonly faultOutcome: FaultOutcome | undefined
  /** What the bot's process logged about it. */
  log?: DeliveryLog
  late?: DeliveryRecord['late']
}

type Writable<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] }

export interface Attempt extends Omit<AttemptRecord, 'result'> {
  readonly result: AttemptResult
}

type DeliveryFacts = Pick<OutgoingDelivery, 'id' | 'notification' | 'address' | 'agent' | 'queuedAt'> &
  Partial<OutgoingDelivery>

export function newDelivery({ id, email, full_name, api_key }: Account, facts: DeliveryFacts): OutgoingDelivery {
  return {
    bot: { id, email, full_name, api_key },
    request: undefined,
    attempts: [],
    faultOutcome: undefined,
    outcome: 'under way',
    reading: undefined,
    replyId: undefined,
    notice: undefined,
    ownerNotice: undefined,
    resends: undefined,
    isEdited: false,
    ...facts,
  }
}

/** The request that is sent. */
export function requestOf({ request, address, faultOutcome, agent, slack, ...own }: OutgoingDelivery): DeliveryRequest {
  if (request !== undefined) return request
  const notification = faultOutcome?.notification ?? { ...own.notification }
  return slack ? slackRequest(address, notification, agent, slack) : requestFor(address, notification, agent)
}

/** The type of its body, edited or not. */
export const bodyTypeOf = (delivery: OutgoingDelivery): string | undefined =>
  requestOf(delivery).headers['Content-Type']

/** Keeps an attempt, with the beginning of a long answer. */
export function keepAttempt(delivery: OutgoingDelivery, attempt: Attempt): void {
  const { result } = attempt
  const isLong = result.kind === 'answered' && result.body.length > shownBytes
  const kept = isLong ? { ...attempt, result: { ...result, body: result.body.slice(0, shownBytes) } } : attempt
  delivery.attempts = [...delivery.attempts, kept]
}

/** A delivery as it is shown, with or without its secrets. */
export function recordOf(delivery: OutgoingDelivery, showSecrets: boolean): DeliveryRecord {
  const { id, bot, notification, queuedAt, attempts, outcome, reading, replyId, notice } = delivery
  const { faultOutcome } = delivery
  const secrets = showSecrets ? [] : [notification.token, bot.api_key, ...(faultOutcome?.secrets ?? [])]
  return {
    id,
    bot: { user_id: bot.id, email: bot.email, full_name: bot.full_name },
    trigger: notification.trigger,
    messageId: notification.message.id,
    queuedAt,
    faults: faultOutcome?.faults ?? [],
    request: requestWithout(secrets, requestOf(delivery)),
    attempts: attempts.map((attempt) => attemptWithout(secrets, attempt)),
    outcome,
    reading,
    replyId,
    notice,
    ownerNotice: delivery.ownerNotice && masked(delivery.ownerNotice, secrets),
    resends: delivery.resends,
    isEdited: delivery.isEdited,
    log: delivery.log && (JSON.parse(masked(JSON.stringify(delivery.log), secrets)) as DeliveryLog),
    late: delivery.late,
  }
}

/** ID of the message as it is posted: when it is sent again, that differs from the message's own. */
export function postedMessageId({ request, notification }: OutgoingDelivery): number {
  const written = request && parseJson(request.body ?? '')
  const { id } = isObject(written) && isObject(written.message) ? written.message : notification.message
  return Number(id)
}

/** How many bytes of an answer are kept for display. */
const shownBytes = 100_000

function requestWithout(secrets: readonly string[], request: DeliveryRequest): DeliveryRequest {
  const { headers, body } = request
  const hidesCredentials = secrets.length > 0 && 'Authorization' in headers
  return {
    ...request,
    headers: hidesCredentials ? { ...headers, Authorization: mask } : headers,
    body: body && masked(body, secrets),
  }
}

function attemptWithout(secrets: readonly string[], attempt: Attempt): AttemptRecord {
  const { exchanges, result } = attempt
  const shown =
    secrets.length === 0 ? exchanges : exchanges.map((one) => ({ ...one, url: withoutCredentials(one.url) }))
  return { ...attempt, exchanges: shown, result: resultWithout(secrets, result) }
}

function resultWithout(secrets: readonly string[], result: AttemptResult): AttemptRecord['result'] {
  if (result.kind !== 'answered') return result
  const { kind, status, type, body } = result
  return { kind, status, type, body: masked(answerText(body, type), secrets) }
}

/** An edited body of a delivery. A masked token in it stands for the real one. */
export function bodyIn({ notification }: OutgoingDelivery, written: string): string {
  return written.replace(maskedToken, (_, before: string) => before + notification.token)
}

const maskedToken = new RegExp(`("token"\\s*:\\s*"|^token=)${mask.replaceAll('*', '\\*')}`)

/** The notification in a body with another message ID, so that it isn't taken for a duplicate; undefined for invalid JSON. */
export function withMessageId(body: string, newId: () => number): unknown {
  const notification = parseJson(body)
  if (!isObject(notification) || !isObject(notification.message)) return undefined
  return { ...notification, message: { ...notification.message, id: newId() } }
}

/** An attempt as a fault changes it: without its answer, or repeated. */
export function applyFaults({ faultOutcome, attempts }: OutgoingDelivery, attempt: Attempt): Attempt {
  if (faultOutcome === undefined) return attempt
  const isFirst = attempts.length === 0
  const seen = faultOutcome.losesAnswer && isFirst ? withoutAnswer(attempt) : attempt
  return attempts.length < faultOutcome.repeats ? { ...seen, isRepeated: true } : seen
}

function withoutAnswer(attempt: Attempt): Attempt {
  if (attempt.result.kind !== 'answered') return attempt
  const exchanges = attempt.exchanges.map(({ method, url }) => ({ method, url }))
  return { ...attempt, exchanges, result: lost }
}

const lost: AttemptResult = {
  kind: 'connection error',
  reason: 'The connection was reset before the answer came: a fault.',
}
