import type { Dialect, Endpoint, EndpointName } from '../../protocol/index.js'
import { headerText, internalErrorAnswer } from '../api/answers.js'
import { refusalStatus, showHeader } from '../api/assumed.js'
import { sentCredentials } from '../api/authentication.js'
import type { Exchange, OutgoingAnswer } from '../api/exchange.js'
import { clientHeader, playgroundClient } from '../api/requestTrace.js'
import type { SimulatorLog } from '../log.js'
import type { Realm } from '../realm/realm.js'
import { Refusal } from '../realm/refusal.js'
import type { FaultPlan } from './faults.js'
import { faultyResponseOf } from './faultyResponse.js'
import type { FaultyResponse } from './responseSteps.js'
import type { Waits } from './waits.js'

/** Names the faults that affected a call, for callers that send `Earshot-Show: faults`. */
export const faultsHeader = 'Earshot-Faults'

/** A call of an endpoint that may go wrong. */
export interface PlannedCall {
  readonly request: Exchange['req']
  readonly endpoint: Endpoint
  readonly carryOut: () => OutgoingAnswer | Promise<OutgoingAnswer>
  /** Called with the faults that affect the call. */
  onFaults(sentences: readonly string[]): void
  /** Called with the answer, whether the call was carried out or not. */
  onAnswer(answer: OutgoingAnswer): void
  /** The call was not carried out and gets no answer. */
  onLost(): void
}

/** Makes calls fail by a plan. */
export interface FaultyCalls {
  /** Whether there are any faults. */
  readonly isActive: boolean
  /** The response to a call that faults affect; undefined for any other, and for all that the playground makes. */
  respondTo(call: PlannedCall): FaultyResponse | undefined
}

export interface FaultyCallsOptions {
  readonly plan: FaultPlan
  readonly waits: Waits
  readonly realm: Realm
  readonly dialect: Dialect
  readonly log: SimulatorLog
  /** Resolves when the effects of a call can't be lost any more. */
  readonly saved?: (() => Promise<void>) | undefined
}

export function createFaultyCalls({ plan, waits, realm, dialect, log, saved }: FaultyCallsOptions): FaultyCalls {
  return {
    get isActive() {
      return !plan.isEmpty
    },
    respondTo({ request, endpoint: { name }, carryOut, onFaults, onAnswer, onLost }) {
      if (request.header(clientHeader) === playgroundClient) return undefined
      const endpoint = name as EndpointName
      const faults = plan.forCall({ endpoint, method: request.method, by: callerOf(request) })
      if (faults.length === 0) return undefined
      const sentences = faults.map(({ sentence }) => sentence)
      onFaults(sentences)
      const shows = /\bfaults\b/i.test(request.header(showHeader) ?? '')
      return faultyResponseOf({
        dialect,
        waits,
        endpoint,
        effects: faults.map(({ effect }) => effect),
        statusOf: (status) => refusalStatus(realm, status),
        headers: shows ? { [faultsHeader]: headerText(sentences.join('; ')) } : {},
        onBug: (error) => log.error({ error, endpoint }, 'A faulted call was lost by a bug of the simulator.'),
        onInstead: (answer) => (answer === undefined ? onLost() : onAnswer(answer)),
        async call() {
          const answer = await (async () => carryOut())().catch((error: unknown) => {
            log.error({ error, endpoint }, 'A call failed by a bug of the simulator.')
            return internalErrorAnswer(dialect)
          })
          onAnswer(answer)
          await saved?.()
          return answer
        },
      })
    },
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
