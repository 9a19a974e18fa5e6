import type { EndpointName } from '../../protocol/index.js'
import { Refusal, type Simulator } from '../../simulator/index.js'
import { callAs } from '../callAs.js'

export interface CallForSomebody {
  readonly caller: number
  /** On whose message the call is made. */
  readonly sender: number
  readonly endpoint: EndpointName
  readonly parameters: Readonly<Record<string, unknown>>
}

/**
 * Why a call would be refused if its caller had no more rights than the person for whom it is made: tried in a copy of the
 * organisation. Undefined where it would not be.
 */
export function unnamedRights(simulator: Simulator, call: CallForSomebody): Refusal | undefined {
  const { realm } = simulator
  const { role } = realm.account(call.sender)
  // A smaller number has more rights. What people do to themselves they may do by other ways as well.
  if (role <= realm.account(call.caller).role || Number(call.parameters.user_id) === call.sender) return undefined
  if (own.test(call.endpoint)) return undefined
  const copy = simulator.branch()
  try {
    const caller = copy.realm.account(call.caller)
    caller.role = role
    callAs(copy.realm, caller, call.endpoint, call.parameters)
    return undefined
  } catch (error) {
    // What the copy can't judge, such as a file that is gone with the request, is not held against the bot.
    return error instanceof Refusal ? error : undefined
  } finally {
    void copy.close()
  }
}

/** Speaking, and what is the account's own. */
const own = /^(messages\.send|messages\.render|reactions|submessages|typing|events|presence|files|drafts|calls)\b/
