import type { Notification } from '../../protocol/index.js'
import type { Account } from '../realm/state.js'
import { answerText } from './answerText.js'
import type { AttemptResult, Exchange } from './attemptResult.js'
import type { Letter } from './network.js'
import type { Reading } from './reading.js'
import { type AttemptRecord, type DeliveryOutcome, type DeliveryRecord, mask, masked } from './record.js'

/** A notification on its way to a bot, while the courier works on it. */
export class Delivery {
  readonly id: number
  readonly bot: Account
  readonly notification: Notification
  readonly letter: Letter
  readonly #queuedAt: number
  readonly #attempts: Attempt[] = []
  outcome: DeliveryOutcome = 'under way'
  reading: Reading | undefined
  replyId: number | undefined
  notice: string | undefined
  ownerNotice: string | undefined

  constructor(id: number, bot: Account, notification: Notification, letter: Letter, queuedAt: number) {
    this.id = id
    this.bot = bot
    this.notification = notification
    this.letter = letter
    this.#queuedAt = queuedAt
  }

  get attempts(): number {
    return this.#attempts.length
  }

  add(attempt: Attempt): void {
    const { result } = attempt
    const isLong = result.kind === 'answered' && result.body.length > shownBytes
    this.#attempts.push(
      isLong ? { ...attempt, result: { ...result, body: result.body.slice(0, shownBytes) } } : attempt,
    )
  }

  /** What anybody may look at; with the secrets in it only when that is asked for. */
  record(showSecrets: boolean): DeliveryRecord {
    const { id, bot, notification, outcome, reading, replyId, notice, ownerNotice } = this
    const secrets = showSecrets ? [] : [notification.token, bot.apiKey]
    return {
      id,
      bot: { user_id: bot.id, email: bot.email, full_name: bot.fullName },
      trigger: notification.trigger,
      messageId: notification.message.id,
      queuedAt: this.#queuedAt,
      request: shownLetter(this.letter, secrets),
      attempts: this.#attempts.map((attempt) => ({ ...attempt, result: shownResult(attempt.result, secrets) })),
      outcome,
      reading,
      replyId,
      notice,
      ownerNotice: ownerNotice && masked(ownerNotice, secrets),
    }
  }
}

export interface Attempt {
  readonly startedAt: number
  readonly duration: number
  readonly exchanges: readonly Exchange[]
  readonly result: AttemptResult
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

function shownResult(result: AttemptResult, secrets: readonly string[]): AttemptRecord['result'] {
  if (result.kind !== 'answered') return result
  const { kind, status, type, body } = result
  return { kind, status, type, body: masked(answerText(body, type), secrets) }
}
