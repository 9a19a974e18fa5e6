import { systemClock } from '../../client/index.js'
import { deliveryRules, svcDialect } from '../../protocol/index.js'
import { answerText } from '../../simulator/delivery/answerText.js'
import { attempt } from '../../simulator/delivery/attempt.js'
import { requestWith } from '../../simulator/delivery/deliveryRequest.js'
import type { Network } from '../../simulator/delivery/network.js'
import { badStatus, brokenExchange, refusedAnswer, unavailable } from '../../simulator/delivery/notices.js'
import { readAnswer } from '../../simulator/delivery/reading.js'
import type { AttemptResult } from '../../simulator/index.js'

/** The outcome of a delivery, as the server would read it. */
export interface DeliveryOutcome {
  /** HTTP status; undefined where no answer came. */
  readonly status?: number
  /** The answer as it came. */
  readonly answer?: string
  readonly milliseconds: number
  readonly reading: ResponseReading
}

export type ResponseReading =
  | { readonly kind: 'reply'; readonly content: string }
  | { readonly kind: 'quiet'; readonly because: string }
  /** `notice` is what users would read, `reason` what the bot's owner would. */
  | { readonly kind: 'failure'; readonly notice: string; readonly reason: string }

/** Posts a delivery once, as the server does, and reads the answer in its way. It is never sent a second time. */
export async function post(network: Network, url: string, body: string, timeout: number): Promise<DeliveryOutcome> {
  const began = systemClock.now()
  const options = { clock: systemClock, timeout, maxAnswerBytes, redirects: deliveryRules.redirects }
  const request = requestWith(url, body, 'earshot replay')
  const { result } = await attempt(() => network, request, options)
  const milliseconds = systemClock.now() - began
  if (result.kind !== 'answered') return { milliseconds, reading: failureOf(result, timeout) }
  const answer = answerText(result.body, result.type)
  return { status: result.status, answer, milliseconds, reading: readingOf(result, answer) }
}

/** Bytes that are read of an answer at most. */
const maxAnswerBytes = 10 * 1024 * 1024

type Answered = Extract<AttemptResult, { kind: 'answered' }>

function readingOf(result: Answered, answer: string): ResponseReading {
  if (!String(result.status).startsWith('2')) return failure(badStatus(result))
  const reading = readAnswer(answer)
  if (reading.kind === 'unusable') return failure(refusedAnswer(svcDialect, result, reading.notice))
  if (reading.kind === 'quiet') return { kind: 'quiet', because: reading.because }
  return { kind: 'reply', content: reading.content }
}

function failureOf(result: Exclude<AttemptResult, Answered>, timeout: number): ResponseReading {
  if (result.kind === 'exception') return failure(brokenExchange(svcDialect, result, '…'))
  const { inConversation, toOwner } = unavailable(result, timeout)
  const reason = result.kind === 'timeout' ? toOwner : result.reason
  return { kind: 'failure', notice: inConversation, reason }
}

function failure({ inConversation, toOwner }: { readonly inConversation: string; readonly toOwner: string }) {
  return { kind: 'failure' as const, notice: inConversation, reason: toOwner.split('\n')[0] ?? '' }
}
