import type { AttemptResult, Exchange } from './attempt.js'
import type { DeliveryLog } from './deliveryLog.js'
import type { DeliveryRequest } from './network.js'
import type { Reading } from './readAnswer.js'

/** A delivery of one notification, with its outcome. The bot's token is masked. */
export interface DeliveryRecord {
  /** Counts from 1. */
  readonly id: number
  readonly bot: { readonly user_id: number; readonly email: string; readonly full_name: string }
  readonly trigger: string
  readonly messageId: number
  /** UNIX milliseconds at which the message was sent. */
  readonly queuedAt: number
  /** The sentences of the faults that affected it. */
  readonly faults: readonly string[]
  /** What is sent at each attempt. */
  readonly request: DeliveryRequest
  readonly attempts: readonly AttemptRecord[]
  readonly outcome: (typeof outcomes)[number]
  /** How the last answer was read; only if its status is a success. */
  readonly reading: Reading | undefined
  /** ID of the message that was posted as the reply. */
  readonly replyId: number | undefined
  /** The message in the conversation about a failure. */
  readonly notice: string | undefined
  /** The message to the bot's owner about it. */
  readonly ownerNotice: string | undefined
  /** The delivery that this one sends again. */
  readonly resends: number | undefined
  /** Whether its body was edited by hand. */
  readonly isEdited: boolean
  /** What the bot's process logged about it, if anything. */
  readonly log: DeliveryLog | undefined
  /** What the bot sent when its answer, which had nothing to post, was over. */
  readonly late: LateReply | undefined
}

export interface LateReply {
  /** ID of the message. */
  readonly message: number
  /** Milliseconds since the bot's process received the delivery, by its own clock. */
  readonly after: number
}

/**
 * `under way`: waiting for its turn, or for an answer. `held`: waiting to be released. `quiet`: the answer was valid, and had
 * nothing to post. `dropped`: never posted, because of a fault. `abandoned`: the simulator was closed before it ended.
 */
export const outcomes = ['under way', 'held', 'replied', 'quiet', 'failed', 'dropped', 'abandoned'] as const

export interface AttemptRecord {
  /** UNIX milliseconds. */
  readonly startedAt: number
  /** Milliseconds. */
  readonly duration: number
  /** The requests: several where redirects were followed. */
  readonly exchanges: readonly Exchange[]
  readonly result: AttemptSummary
  /** A fault repeated it, whatever its result. */
  readonly isRepeated?: true
}

/** An attempt's result, its body as text. */
export type AttemptSummary =
  | { readonly kind: 'answered'; readonly status: number; readonly type: string; readonly body: string }
  | Exclude<AttemptResult, { kind: 'answered' }>

/** Replaces secrets. */
export const mask = '********'

/** A text with the name and the password of every address masked. */
export const withoutCredentials = (text: string): string => text.replace(/\/\/[^/\s"@]+:[^/\s"@]*@/g, `//${mask}@`)

/** A text with the secrets masked. */
export function masked(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, mask)
  return clean
}
