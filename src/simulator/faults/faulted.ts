import type { Dialect, Endpoint, EndpointName } from '../../protocol/index.js'
import { headerText, internalErrorAnswer } from '../api/answers.js'
import { refusalStatus, showHeader } from '../api/assumed.js'
import { type Credentials, sentCredentials } from '../api/authentication.js'
import type { Exchange, OutgoingAnswer } from '../api/exchange.js'
import type { SimulatorLog } from '../log.js'
import type { Realm } from '../realm/realm.js'
import { Refusal } from '../realm/refusal.js'
import type { FaultPlan } from './faults.js'
import { faultyResponseOf } from './faultyResponse.js'
import type { FaultyResponse } from './responseWriter.js'
import type { Waits } from './waits.js'

/** Names the faults that struck a call, for whoever asks with `Earshot-Show: faults`; nobody else can tell. */
export const faultsHeader = 'Earshot-Faults'

/** A call of an endpoint that may go wrong. */
export interface FaultableCall {
  readonly request: Exchange['req']
  readonly endpoint: Endpoint
  /** Has it carried out. */
  readonly carryOut: () => OutgoingAnswer | Promise<OutgoingAnswer>
  /** Is told what becomes of it, where faults strike. */
  readonly struck: Struck
}

/** Hears of a call that faults strike. */
export interface Struck {
  by(faults: readonly string[]): void
  /** It was carried out and this is what that came to; or this is the answer to one that was not. */
  answered(answer: OutgoingAnswer): void
  /** It was not carried out, and gets no answer. */
  lost(): void
}

/** Lets calls go wrong by a plan. */
export interface Faulted {
  /** Whether there is any fault. */
  readonly mayStrike: boolean
  /** Lets a call go wrong by the plan; undefined where it does not. */
  strike(call: FaultableCall): FaultyResponse | undefined
}

export interface FaultedOptions {
  readonly plan: FaultPlan
  readonly waits: Waits
  readonly realm: Realm
  readonly dialect: Dialect
  readonly log: SimulatorLog
  /** Resolves when what a call has done cannot be lost any more. */
  readonly saved?: (() => Promise<void>) | undefined
}

export function createFaulted({ plan, waits, realm, dialect, log, saved }: FaultedOptions): Faulted {
  return {
    get mayStrike() {
      return !plan.isEmpty
    },
    strike,
  }

  function strike({ request, endpoint, carryOut, struck: told }: FaultableCall): FaultyResponse | undefined {
    const name = endpoint.name as EndpointName
    const struck = plan.forCall({ endpoint: name, method: request.method, by: shownBy(request)?.email })
    if (struck.length === 0) return undefined
    told.by(struck.map(({ sentence }) => sentence))
    const shows = /\bfaults\b/i.test(request.header(showHeader) ?? '')
    return faultyResponseOf({
      dialect,
      waits,
      endpoint: name,
      effects: struck.map(({ effect }) => effect),
      statusOf: (status) => refusalStatus(realm, status),
      headers: shows ? { [faultsHeader]: headerText(struck.map(({ sentence }) => sentence).join('; ')) } : {},
      onBug: (error) => log.error({ error, endpoint: name }, 'A faulted call was lost by a bug of the simulator.'),
      onInstead: (answer) => (answer === undefined ? told.lost() : told.answered(answer)),
      async call() {
        const answer = await carriedOut(name, carryOut)
        told.answered(answer)
        await saved?.()
        return answer
      },
    })
  }

  async function carriedOut(endpoint: EndpointName, carryOut: FaultableCall['carryOut']): Promise<OutgoingAnswer> {
    try {
      return await carryOut()
    } catch (error) {
      log.error({ error, endpoint }, 'A call failed by a bug of the simulator.')
      return internalErrorAnswer(dialect)
    }
  }
}

/** Whose credentials were shown, whether they are right or not. */
function shownBy(request: Exchange['req']): Credentials | undefined {
  try {
    return sentCredentials(request.header('authorization'))
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
