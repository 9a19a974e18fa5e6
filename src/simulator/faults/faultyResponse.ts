import { type Dialect, type ErrorFacts, type ErrorRow, errors } from '../../protocol/index.js'
import { internalErrorAnswer, page, refusalAnswer } from '../api/answers.js'
import type { OutgoingAnswer } from '../api/exchange.js'
import { Refusal } from '../realm/refusal.js'
import type { CallEffect } from './fault.js'
import { decides, isSilent } from './faults.js'
import type { FaultyResponse, ResponseStep } from './responseSteps.js'
import type { Wait, Waits } from './waits.js'

export interface FaultyResponseOptions {
  readonly dialect: Dialect
  readonly waits: Waits
  /** The name of what is called. */
  readonly endpoint: string
  readonly effects: readonly CallEffect[]
  /** The status of a refusal. */
  readonly statusOf: (status: number) => number
  /** Added to an answer's headers. */
  readonly headers: Readonly<Record<string, string>>
  /** Carries the call out. Never throws or rejects. */
  readonly call: () => OutgoingAnswer | Promise<OutgoingAnswer>
  /** Called if the call isn't carried out, with the answer to it, if there is one. */
  readonly onInstead: (answer: OutgoingAnswer | undefined) => void
  readonly onBug: (error: unknown) => void
}

/**
 * The response to a call that faults affect: a delay, its effect or none, a delay, and its answer or none. It goes on
 * when the caller gives up, as on a server that doesn't notice.
 */
export function faultyResponseOf(options: FaultyResponseOptions): FaultyResponse {
  const wait = options.waits.begin({ what: 'call', endpoint: options.endpoint })
  return {
    async *steps(left) {
      try {
        yield* stepsOf(options, wait, left)
      } catch (error) {
        options.onBug(error)
        yield { kind: 'close' }
      }
    },
  }
}

async function* stepsOf(options: FaultyResponseOptions, wait: Wait, left: AbortSignal): AsyncGenerator<ResponseStep> {
  const { effects, call, headers, onInstead } = options
  const close: ResponseStep = { kind: 'close' }
  const decider = effects.find(decides)
  const isEarly = decider !== undefined && (!('when' in decider) || decider.when === 'before')
  if (!(await wait.pause(delayOf(effects, 'before')))) return yield close
  if (isEarly) onInstead(isSilent(decider) ? undefined : answerInstead(options, decider))
  const real = isEarly ? undefined : await call()
  if (!(await wait.pause(delayOf(effects, 'after')))) return yield close
  if (decider?.kind === 'reset') return yield { kind: 'reset' }
  if (decider?.kind === 'hang') await wait.until(left)
  if (decider !== undefined && isSilent(decider)) return yield close
  const answer = (decider && answerInstead(options, decider)) ?? real
  if (answer === undefined) return yield close
  const marked = { ...answer, headers: { ...answer.headers, ...headers } }
  yield* answerSteps(changed(marked, effects), effects, wait)
}

/** Milliseconds. */
function delayOf(effects: readonly CallEffect[], when: 'before' | 'after'): number {
  return effects.reduce((sum, effect) => sum + (effect.kind === 'delay' && effect.when === when ? effect.by : 0), 0)
}

/** What is answered in place of what the call would be answered. */
function answerInstead({ dialect, statusOf }: FaultyResponseOptions, effect: CallEffect): OutgoingAnswer | undefined {
  const refused = (row: ErrorRow, facts: ErrorFacts = {}, headers: Readonly<Record<string, string>> = {}) =>
    refusalAnswer(dialect, new Refusal(row, facts), headers, statusOf(row.status))

  if (effect.kind === 'status')
    return effect.status === 500 ? internalErrorAnswer(dialect) : gatewayAnswer(effect.status)
  if (effect.kind === 'key revoked') return refused(errors.invalidApiKey)
  if (effect.kind !== 'rate limit') return undefined
  const seconds = (effect.retryAfter ?? usualRetryAfter) / 1000
  return refused(errors.rateLimit, { 'retry-after': seconds }, { 'Retry-After': String(seconds) })
}

/** Milliseconds, if the fault doesn't say. */
const usualRetryAfter = 1000

/** A page such as a proxy sends. */
function gatewayAnswer(status: 502 | 503 | 504): OutgoingAnswer {
  const title = `${status} ${reasons[status]}`
  return {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: page(title, 'The server is not available at the moment.'),
  }
}

const reasons = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' } as const

/** The answer as it looks. */
function changed(answer: OutgoingAnswer, effects: readonly CallEffect[]): OutgoingAnswer {
  let { headers, body } = answer
  for (const effect of effects) {
    if (effect.kind === 'content type') headers = { ...headers, 'Content-Type': effect.type }
    // It begins like JSON, and doesn't end.
    if (effect.kind === 'malformed') body = `${bytesOf(body).length > 1 ? textOf(body).slice(0, -1) : '{'},`
  }
  return { ...answer, headers, body }
}

/** An answer, in as many parts and as much of it as the faults let through. */
async function* answerSteps(
  { status, headers, body }: OutgoingAnswer,
  effects: readonly CallEffect[],
  wait: Wait,
): AsyncGenerator<ResponseStep> {
  const bytes = bytesOf(body)
  const cuts = effects.flatMap((effect) => (effect.kind === 'break off' ? [effect.bytes] : []))
  // A shorter answer breaks off before its last byte.
  const end = cuts.length === 0 ? bytes.length : Math.max(0, Math.min(...cuts, bytes.length - 1))
  const drip = effects.find((effect) => effect.kind === 'drip')
  const step = drip?.bytes ?? Math.max(end, 1)
  yield { kind: 'head', status, headers, length: bytes.length }
  for (let at = 0; at < end; at += step) {
    if (at > 0 && !(await wait.pause(drip?.every ?? 0))) return yield { kind: 'close' }
    yield { kind: 'part', bytes: bytes.subarray(at, Math.min(at + step, end)) }
  }
  yield { kind: cuts.length > 0 ? 'close' : 'end' }
}

function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body
}

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}
