import type { Notification } from '../../protocol/index.js'
import { isObject } from '../../values.js'
import type { FaultOutcome } from '../faults/faultOutcome.js'
import type { Account } from '../realm/state.js'
import { answerText } from './answerText.js'
import type { AttemptResult, Exchange } from './attemptResult.js'
import { requestFor } from './deliveryRequest.js'
import type { DeliveryRequest } from './network.js'
import type { Reading } from './reading.js'
import { type AttemptRecord, type DeliveryOutcome, type DeliveryRecord, mask, masked } from './record.js'

/** A notification on its way to a bot, while the courier works on it. It is data, so that it can be remembered. */
export interface Delivery {
  readonly id: number
  readonly bot: { readonly id: number; readonly email: string; readonly fullName: string; readonly apiKey: string }
  readonly notification: Notification
  /** What is sent where it is not the notification in the server's own words. */
  request: DeliveryRequest | undefined
  /** Where it is sent, and what the server calls itself there. */
  readonly address: string
  readonly agent: string
  /** UNIX milliseconds. */
  readonly queuedAt: number
  attempts: readonly Attempt[]
  /** What faults make of it. */
  readonly faultOutcome: DeliveryFaults | undefined
  outcome: DeliveryOutcome
  reading: Reading | undefined
  replyId: number | undefined
  notice: string | undefined
  ownerNotice: string | undefined
  /** The delivery that this one sends again. */
  readonly resends: number | undefined
  /** Whether its body was written by somebody. */
  isEdited: boolean
}

/** What faults still do to a delivery that is under way. */
export type DeliveryFaults = Omit<FaultOutcome, 'notification'>

export interface Attempt {
  readonly startedAt: number
  readonly duration: number
  readonly exchanges: readonly Exchange[]
  readonly result: AttemptResult
  /** It is repeated whatever its result, by a fault. */
  readonly isRepeated?: true
}

/** How a delivery is sent. */
export interface Sent extends Pick<Delivery, 'address' | 'agent' | 'queuedAt'> {
  readonly request: DeliveryRequest | undefined
  readonly faultOutcome?: DeliveryFaults | undefined
  readonly resends?: number
}

export function newDelivery(
  id: number,
  bot: Account,
  notification: Notification,
  { address, agent, queuedAt, request, faultOutcome, resends }: Sent,
): Delivery {
  const { email, fullName, apiKey } = bot
  return {
    id,
    bot: { id: bot.id, email, fullName, apiKey },
    notification,
    request,
    address,
    agent,
    queuedAt,
    attempts: nothing,
    faultOutcome,
    outcome: 'under way',
    reading: undefined,
    replyId: undefined,
    notice: undefined,
    ownerNotice: undefined,
    resends,
    isEdited: false,
  }
}

const nothing: readonly never[] = []

/** The request that is sent. */
export function requestOf({ request, address, notification, agent }: Delivery): DeliveryRequest {
  return request ?? requestFor(address, notification, agent)
}

/** Keeps an attempt, with as much of its answer as anybody would look at. */
export function keepAttempt(delivery: Delivery, attempt: Attempt): void {
  const { result } = attempt
  const isLong = result.kind === 'answered' && result.body.length > shownBytes
  const kept = isLong ? { ...attempt, result: { ...result, body: result.body.slice(0, shownBytes) } } : attempt
  // A list that is added to is made with room for many.
  delivery.attempts = delivery.attempts.length === 0 ? [kept] : [...delivery.attempts, kept]
}

/** What anybody may look at; with the secrets in it only when that is asked for. */
export function recordOf(delivery: Delivery, showSecrets: boolean): DeliveryRecord {
  const { id, bot, notification, queuedAt, attempts, outcome, reading, replyId, notice } = delivery
  const secrets = secretsIn(delivery, showSecrets)
  return {
    id,
    bot: { user_id: bot.id, email: bot.email, full_name: bot.fullName },
    trigger: notification.trigger,
    messageId: notification.message.id,
    queuedAt,
    faults: delivery.faultOutcome?.faults ?? [],
    request: shownRequest(requestOf(delivery), secrets),
    attempts: attempts.map((attempt) => shownAttempt(attempt, secrets)),
    outcome,
    reading,
    replyId,
    notice,
    ownerNotice: ownerNoticeShown(delivery, showSecrets),
    resends: delivery.resends,
    isEdited: delivery.isEdited,
  }
}

/** An attempt of a delivery as anybody may look at it. */
export function attemptShown(delivery: Delivery, attempt: Attempt, showSecrets: boolean): AttemptRecord {
  return shownAttempt(attempt, secretsIn(delivery, showSecrets))
}

/** What the owner was told of a delivery, as anybody may look at it. */
export function ownerNoticeShown(delivery: Delivery, showSecrets: boolean): string | undefined {
  const { ownerNotice } = delivery
  return ownerNotice && masked(ownerNotice, secretsIn(delivery, showSecrets))
}

/** What is to be masked. */
function secretsIn({ notification, bot, faultOutcome }: Delivery, showSecrets: boolean): readonly string[] {
  return showSecrets ? [] : [notification.token, bot.apiKey, ...(faultOutcome?.secrets ?? [])]
}

/** Bytes of an answer that are kept to be looked at. */
const shownBytes = 100_000

function shownRequest(request: DeliveryRequest, secrets: readonly string[]): DeliveryRequest {
  const { headers, body } = request
  const hidesCredentials = secrets.length > 0 && 'Authorization' in headers
  return {
    ...request,
    headers: hidesCredentials ? { ...headers, Authorization: mask } : headers,
    body: body && masked(body, secrets),
  }
}

function shownAttempt(attempt: Attempt, secrets: readonly string[]): AttemptRecord {
  return { ...attempt, result: shownResult(attempt.result, secrets) }
}

function shownResult(result: AttemptResult, secrets: readonly string[]): AttemptRecord['result'] {
  if (result.kind !== 'answered') return result
  const { kind, status, type, body } = result
  return { kind, status, type, body: masked(answerText(body, type), secrets) }
}

/**
 * A body that somebody wrote in place of a delivery's own. A masked token in it stands for the token itself, since
 * nobody is shown that one.
 */
export function bodyIn({ notification }: Delivery, written: string): string {
  return written.replace(maskedToken, (_, before: string) => `${before}"${notification.token}"`)
}

const maskedToken = new RegExp(`("token"\\s*:\\s*)"${mask.replaceAll('*', '\\*')}"`)

/** The notification in a body with another message ID, so that it is not taken for a repetition; undefined for no JSON. */
export function withMessageId(body: string, newId: () => number): unknown {
  let notification: unknown
  try {
    notification = JSON.parse(body)
  } catch {
    return undefined
  }
  if (!isObject(notification) || !isObject(notification.message)) return undefined
  return { ...notification, message: { ...notification.message, id: newId() } }
}

/** What faults do to a delivery, without the notification, which is in its request already. */
export function withoutNotification({ notification: _, ...faultOutcome }: FaultOutcome): DeliveryFaults {
  return faultOutcome
}

/** An attempt as the server sees it when a fault is at work: without its answer, or to be made once more. */
export function applyFaults({ faultOutcome, attempts }: Delivery, attempt: Attempt): Attempt {
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
