import type { EndpointName } from '../../protocol/index.js'
import { Refusal, type Simulator } from '../../simulator/index.js'
import { callAs } from '../callAs.js'

interface CallForSomebody {
  readonly caller: number
  /** On whose message the call is made. */
  readonly sender: number
  readonly endpoint: EndpointName
  readonly parameters: Readonly<Record<string, unknown>>
}

/**
 * The refusal of a call if its caller had only the rights of the sender, tried in a copy of the organisation. Undefined if
 * it would be accepted.
 */
export function unnamedRights(simulator: Simulator, call: CallForSomebody): Refusal | undefined {
  const { realm } = simulator
  const { role } = realm.account(call.sender)
  // A smaller number means more rights. What people do to themselves they may do in other ways, too.
  if (role <= realm.account(call.caller).role || Number(call.parameters.user_id) === call.sender) return undefined
  if (own.test(call.endpoint)) return undefined
  const copy = simulator.branch()
  try {
    const caller = copy.realm.account(call.caller)
    caller.role = role
    callAs(copy.realm, caller, call.endpoint, call.parameters)
    return undefined
  } catch (error) {
    // What the copy can't judge, such as a file that came with the request, isn't held against the bot.
    return error instanceof Refusal ? error : undefined
  } finally {
    void copy.close()
  }
}

/** Endpoints for speaking, and for the account's own data. */
const own = /^(messages\.send|messages\.render|reactions|submessages|typing|events|presence|files|drafts|calls)\b/
