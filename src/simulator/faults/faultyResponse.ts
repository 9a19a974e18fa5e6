import { type Dialect, type ErrorFacts, type ErrorRow, errors } from '../../protocol/index.js'
import { internalErrorAnswer, page, refusalAnswer } from '../api/answers.js'
import type { OutgoingAnswer } from '../api/exchange.js'
import { Refusal } from '../realm/refusal.js'
import type { CallEffect } from './effects.js'
import type { FaultyResponse, ResponseWriter } from './responseWriter.js'
import { decides, isSilent } from './striking.js'
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
  /** Has the call carried out. Never throws or rejects. */
  readonly call: () => OutgoingAnswer | Promise<OutgoingAnswer>
  /** Is told what comes instead of the call, where it is not carried out: an answer, or none. */
  readonly onInstead: (answer: OutgoingAnswer | undefined) => void
  /** Is told of a bug. */
  readonly onBug: (error: unknown) => void
}

/**
 * The way of a call that faults strike: waiting, its effect or none, waiting, and its answer or none. It goes on when
 * the caller gives up, as a server does that does not look.
 */
export function faultyResponseOf(options: FaultyResponseOptions): FaultyResponse {
  const wait = options.waits.begin(options.endpoint)
  return {
    writeTo(writer) {
      const leaving = new AbortController()
      const heeded = unlessLeft(writer, leaving.signal)
      run(options, wait, heeded, leaving.signal).catch((error: unknown) => {
        options.onBug(error)
        heeded.close()
      })
      return () => leaving.abort()
    },
  }
}

async function run(
  options: FaultyResponseOptions,
  wait: Wait,
  writer: ResponseWriter,
  left: AbortSignal,
): Promise<void> {
  const { effects, call, headers, onInstead } = options
  const decider = effects.find(decides)
  const isEarly = decider !== undefined && (!('when' in decider) || decider.when === 'before')
  if (!(await wait.pause(delayOf(effects, 'before')))) return writer.close()
  if (isEarly) onInstead(isSilent(decider) ? undefined : answerInstead(options, decider))
  const real = isEarly ? undefined : await call()
  if (!(await wait.pause(delayOf(effects, 'after')))) return writer.close()
  if (decider?.kind === 'reset') return writer.reset()
  if (decider?.kind === 'hang') await wait.until(left)
  if (decider !== undefined && isSilent(decider)) return writer.close()
  const answer = (decider && answerInstead(options, decider)) ?? real
  if (answer === undefined) return writer.close()
  const marked = { ...answer, headers: { ...answer.headers, ...headers } }
  await send(changed(marked, effects), effects, wait, writer, left)
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

/** Milliseconds for which a caller is told to wait, where the fault does not say. */
const usualRetryAfter = 1000

/** A page, as a proxy before the server sends it. */
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
    // What is left begins as JSON does, and does not end.
    if (effect.kind === 'malformed') body = `${bytesOf(body).length > 1 ? textOf(body).slice(0, -1) : '{'},`
  }
  return { ...answer, headers, body }
}

/** Sends an answer, in as many parts and as much of it as the faults let through. */
async function send(
  answer: OutgoingAnswer,
  effects: readonly CallEffect[],
  wait: Wait,
  writer: ResponseWriter,
  left: AbortSignal,
): Promise<void> {
  const body = bytesOf(answer.body)
  const cuts = effects.flatMap((effect) => (effect.kind === 'break off' ? [effect.bytes] : []))
  // An answer that is shorter breaks off all the same, before its last byte.
  const end = cuts.length === 0 ? body.length : Math.max(0, Math.min(...cuts, body.length - 1))
  const drip = effects.find((effect) => effect.kind === 'drip')
  const step = drip?.bytes ?? Math.max(end, 1)
  writer.head(answer.status, answer.headers, body.length)
  for (let at = 0; at < end && !left.aborted; at += step) {
    if (at > 0 && !(await wait.pause(drip?.every ?? 0))) return writer.close()
    writer.part(body.subarray(at, Math.min(at + step, end)))
  }
  if (cuts.length > 0) writer.close()
  else writer.end()
}

function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body
}

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}

/** A writer that ignores everything once the caller has gone. */
function unlessLeft(writer: ResponseWriter, left: AbortSignal): ResponseWriter {
  const unless = (act: () => void) => {
    if (!left.aborted) act()
  }
  return {
    head: (...head) => unless(() => writer.head(...head)),
    part: (bytes) => unless(() => writer.part(bytes)),
    end: () => unless(() => writer.end()),
    close: () => unless(() => writer.close()),
    reset: () => unless(() => writer.reset()),
  }
}
