import {
  type Dialect,
  type Endpoint,
  type EndpointName,
  type ErrorFacts,
  type ErrorRow,
  errors,
} from '../../protocol/index.js'
import type { SimulatorLog } from '../base/log.js'
import type { CallEffect } from '../faults/fault.js'
import { decides, type FaultPlan, isSilent } from '../faults/faults.js'
import type { Wait, Waits } from '../faults/waits.js'
import type { Exchange, OutgoingAnswer } from '../http/exchange.js'
import type { FaultyResponse, ResponseStep } from '../http/responseSteps.js'
import type { Realm } from '../realm/realm.js'
import { Refusal } from '../realm/world/refusal.js'
import { headerText, internalErrorAnswer, page, refusalAnswer } from './answers.js'
import { refusalStatus, showHeader } from './assumed.js'
import { sentCredentials } from './authentication.js'
import { clientHeader, playgroundClient, type RequestObserver, type RequestTrace } from './requestTrace.js'

/** Names the faults that affected a call, for callers that send `Earshot-Show: faults`. */
const faultsHeader = 'Earshot-Faults'

interface FaultyCallsOptions {
  readonly plan: FaultPlan
  readonly waits: Waits
  readonly realm: Realm
  readonly dialect: Dialect
  readonly log: SimulatorLog
  readonly observer: RequestObserver
  /** Resolves when the effects of a call are on disk. */
  readonly saved: (() => Promise<void>) | undefined
}

/** A call that faults can affect. */
interface FaultableCall {
  readonly request: Exchange['req']
  readonly endpoint: Endpoint
  readonly trace: RequestTrace
  readonly carryOut: () => OutgoingAnswer | Promise<OutgoingAnswer>
}

export type FaultyCalls = ReturnType<typeof createFaultyCalls>

/**
 * Returns a function that responds to a call that faults affect; its result is undefined for other calls, and for those
 * of the playground.
 *
 * The response is a delay, the call's effect or none, another delay, and an answer or none. It continues even if the
 * caller disconnects, like a server that doesn't notice.
 */
export function createFaultyCalls(options: FaultyCallsOptions) {
  const { plan, waits, log } = options
  return (call: FaultableCall): FaultyResponse | undefined => {
    const { request, trace } = call
    if (plan.isEmpty || request.header(clientHeader) === playgroundClient) return undefined
    const endpoint = call.endpoint.name as EndpointName
    const faults = plan.forCall({ endpoint, method: request.method, by: callerOf(request) })
    if (faults.length === 0) return undefined
    trace.faults = faults.map(({ sentence }) => sentence)
    const effects = faults.map(({ effect }) => effect)
    const wait = waits.begin({ what: 'call', endpoint })
    return {
      async *steps(left) {
        try {
          yield* stepsOf(options, call, effects, wait, left)
        } catch (error) {
          log.error({ error, endpoint }, 'A faulted call was lost by a bug of the simulator.')
          yield { kind: 'close' }
        }
      },
    }
  }
}

/** The address in the credentials, whether they are right or not. */
function callerOf(request: Exchange['req']): string | undefined {
  try {
    return sentCredentials(request.header('authorization')).email
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

async function* stepsOf(
  options: FaultyCallsOptions,
  call: FaultableCall,
  effects: readonly CallEffect[],
  wait: Wait,
  left: AbortSignal,
): AsyncGenerator<ResponseStep> {
  const { observer } = options
  const { request, trace } = call
  const close: ResponseStep = { kind: 'close' }
  const decider = effects.find(decides)
  const isEarly = decider !== undefined && (!('when' in decider) || decider.when === 'before')
  if (!(await wait.pause(delayOf(effects, 'before')))) return yield close
  const instead = decider && answerInstead(options, decider)
  if (isEarly && instead === undefined) observer.lost(trace)
  else if (isEarly && instead !== undefined) observer.answered(trace, instead)
  const real = isEarly ? undefined : await carriedOut(options, call)
  if (!(await wait.pause(delayOf(effects, 'after')))) return yield close
  if (decider?.kind === 'reset') return yield { kind: 'reset' }
  if (decider?.kind === 'hang') await wait.until(left)
  if (decider !== undefined && isSilent(decider)) return yield close
  const answer = instead ?? real
  if (answer === undefined) return yield close
  const shows = /\bfaults\b/i.test(request.header(showHeader) ?? '')
  const headers = { ...answer.headers, ...(shows && { [faultsHeader]: headerText(trace.faults?.join('; ') ?? '') }) }
  yield* answerSteps(changed({ ...answer, headers }, effects), effects, wait)
}

/** Carries the call out. Never rejects because of a bug. */
async function carriedOut(
  { dialect, log, observer, saved }: FaultyCallsOptions,
  { endpoint: { name: endpoint }, trace, carryOut }: FaultableCall,
): Promise<OutgoingAnswer> {
  const answer = await (async () => carryOut())().catch((error: unknown) => {
    log.error({ error, endpoint }, 'A call failed by a bug of the simulator.')
    return internalErrorAnswer(dialect)
  })
  observer.answered(trace, answer)
  await saved?.()
  return answer
}

/** Milliseconds. */
function delayOf(effects: readonly CallEffect[], when: 'before' | 'after'): number {
  return effects.reduce((sum, effect) => sum + (effect.kind === 'delay' && effect.when === when ? effect.by : 0), 0)
}

/** The answer that replaces the real one. */
function answerInstead({ dialect, realm }: FaultyCallsOptions, effect: CallEffect): OutgoingAnswer | undefined {
  const refused = (row: ErrorRow, facts: ErrorFacts = {}, headers: Readonly<Record<string, string>> = {}) =>
    refusalAnswer(dialect, new Refusal(row, facts), headers, refusalStatus(realm, row.status))

  if (effect.kind === 'status')
    return effect.status === 500 ? internalErrorAnswer(dialect) : gatewayAnswer(effect.status)
  if (effect.kind === 'key revoked') return refused(errors.invalidApiKey)
  if (effect.kind !== 'rate limit') return undefined
  const seconds = (effect.retryAfter ?? usualRetryAfter) / 1000
  return refused(errors.rateLimit, { 'retry-after': seconds }, { 'Retry-After': String(seconds) })
}

/** Milliseconds, if the fault doesn't set it. */
const usualRetryAfter = 1000

/** A page like a proxy's. */
function gatewayAnswer(status: 502 | 503 | 504): OutgoingAnswer {
  const title = `${status} ${reasons[status]}`
  return {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: page(title, 'The server is not available at the moment.'),
  }
}

const reasons = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' } as const

/** The answer with what faults change in it. */
function changed(answer: OutgoingAnswer, effects: readonly CallEffect[]): OutgoingAnswer {
  let { headers, body } = answer
  for (const effect of effects) {
    if (effect.kind === 'content type') headers = { ...headers, 'Content-Type': effect.type }
    // Begins like JSON, and never ends.
    if (effect.kind === 'malformed') body = `${bytesOf(body).length > 1 ? textOf(body).slice(0, -1) : '{'},`
  }
  return { ...answer, headers, body }
}

/** The answer in parts, up to where faults cut it off. */
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
