import type { AttemptResult, Exchange } from './attemptResult.js'
import type { DeliveryRequest } from './network.js'
import type { Reading } from './reading.js'

/** One notification on its way to a bot, and what came of it. The bot's token is masked. */
export interface DeliveryRecord {
  /** Counts from 1. */
  readonly id: number
  readonly bot: { readonly user_id: number; readonly email: string; readonly full_name: string }
  readonly trigger: string
  readonly messageId: number
  /** UNIX milliseconds at which the message was sent. */
  readonly queuedAt: number
  /** The sentences of the faults that struck it; none for a delivery that goes as it should. */
  readonly faults: readonly string[]
  /** What is sent at each attempt. */
  readonly request: DeliveryRequest
  readonly attempts: readonly AttemptRecord[]
  readonly outcome: DeliveryOutcome
  /** How the last answer was read; only of an answer with a status of success. */
  readonly reading: Reading | undefined
  /** ID of the message that was posted as the reply. */
  readonly replyId: number | undefined
  /** What was posted in the conversation about a failure. */
  readonly notice: string | undefined
  /** What the bot's owner was told about it. */
  readonly ownerNotice: string | undefined
  /** The delivery that this one sends again. */
  readonly resends: number | undefined
  /** Whether its body was written by somebody, in place of the server's. */
  readonly isEdited: boolean
}

export type DeliveryOutcome =
  /** It waits for its turn, or for an answer. */
  | 'under way'
  | 'replied'
  /** The answer was good, and nothing was to be posted. */
  | 'quiet'
  | 'failed'
  /** It is held back until somebody releases it. */
  | 'held'
  /** By a fault, it was never posted. */
  | 'dropped'
  /** The simulator was closed before it came to an end. */
  | 'abandoned'

export interface AttemptRecord {
  /** UNIX milliseconds. */
  readonly startedAt: number
  /** Milliseconds. */
  readonly duration: number
  /** The requests: several where redirects were followed. */
  readonly exchanges: readonly Exchange[]
  readonly result: AttemptSummary
  /** It was posted once more whatever came of it, by a fault. */
  readonly isRepeated?: true
}

/** An attempt's result, its body as text. */
export type AttemptSummary =
  | { readonly kind: 'answered'; readonly status: number; readonly type: string; readonly body: string }
  | Exclude<AttemptResult, { kind: 'answered' }>

/** What stands where a secret was. */
export const mask = '********'

/** A text without any of the secrets. */
export function masked(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, mask)
  return clean
}
