import type { Notification } from '../../protocol/index.js'
import type { Fate } from '../faults/fate.js'
import type { Account } from '../realm/state.js'
import { answerText } from './answerText.js'
import type { AttemptResult, Exchange } from './attemptResult.js'
import type { Letter } from './network.js'
import type { Reading } from './reading.js'
import { type AttemptRecord, type DeliveryOutcome, type DeliveryRecord, mask, masked } from './record.js'

/** A notification on its way to a bot, while the courier works on it. It is data, so that it can be remembered. */
export interface Delivery {
  readonly id: number
  readonly bot: { readonly id: number; readonly email: string; readonly fullName: string; readonly apiKey: string }
  readonly notification: Notification
  letter: Letter
  /** UNIX milliseconds. */
  readonly queuedAt: number
  readonly attempts: Attempt[]
  /** What faults make of it. */
  readonly fate: DeliveryFate | undefined
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

/** What of a fate concerns a delivery that is under way. */
export type DeliveryFate = Omit<Fate, 'notification'>

export interface Attempt {
  readonly startedAt: number
  readonly duration: number
  readonly exchanges: readonly Exchange[]
  readonly result: AttemptResult
  /** It is repeated whatever its result, by a fault. */
  readonly isRepeated?: true
}

export function newDelivery(
  id: number,
  bot: Account,
  notification: Notification,
  letter: Letter,
  queuedAt: number,
  { fate, resends }: { readonly fate?: DeliveryFate | undefined; readonly resends?: number } = {},
): Delivery {
  const { email, fullName, apiKey } = bot
  return {
    id,
    bot: { id: bot.id, email, fullName, apiKey },
    notification,
    letter,
    queuedAt,
    attempts: [],
    fate,
    outcome: 'under way',
    reading: undefined,
    replyId: undefined,
    notice: undefined,
    ownerNotice: undefined,
    resends,
    isEdited: false,
  }
}

/** Keeps an attempt, with as much of its answer as anybody would look at. */
export function keepAttempt(delivery: Delivery, attempt: Attempt): void {
  const { result } = attempt
  const isLong = result.kind === 'answered' && result.body.length > shownBytes
  delivery.attempts.push(
    isLong ? { ...attempt, result: { ...result, body: result.body.slice(0, shownBytes) } } : attempt,
  )
}

/** What anybody may look at; with the secrets in it only when that is asked for. */
export function recordOf(delivery: Delivery, showSecrets: boolean): DeliveryRecord {
  const { id, bot, notification, queuedAt, letter, attempts, outcome, reading, replyId, notice, ownerNotice } = delivery
  const secrets = showSecrets ? [] : [notification.token, bot.apiKey, ...(delivery.fate?.secrets ?? [])]
  return {
    id,
    bot: { user_id: bot.id, email: bot.email, full_name: bot.fullName },
    trigger: notification.trigger,
    messageId: notification.message.id,
    queuedAt,
    faults: delivery.fate?.faults ?? [],
    request: shownLetter(letter, secrets),
    attempts: attempts.map((attempt) => shownAttempt(attempt, secrets)),
    outcome,
    reading,
    replyId,
    notice,
    ownerNotice: ownerNotice && masked(ownerNotice, secrets),
    resends: delivery.resends,
    isEdited: delivery.isEdited,
  }
}

/** Bytes of an answer that are kept to be looked at. */
const shownBytes = 100_000

function shownLetter(letter: Letter, secrets: readonly string[]): Letter {
  const { headers, body } = letter
  const hidesCredentials = secrets.length > 0 && 'Authorization' in headers
  return {
    ...letter,
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
