import type { EndpointName } from '../../protocol/index.js'
import { callAs } from '../../simulator/callAs.js'
import { Refusal, type Simulator } from '../../simulator/index.js'

interface CallForSomebody {
  readonly caller: number
  /** The sender of the message that caused the call. */
  readonly sender: number
  readonly endpoint: EndpointName
  readonly parameters: Readonly<Record<string, unknown>>
}

/**
 * Tries a call with the sender's role and channels in a copy of the organisation, and returns the refusal; undefined if the call is
 * accepted.
 */
export function unnamedRights(simulator: Simulator, call: CallForSomebody): Refusal | undefined {
  const { realm } = simulator
  const { role } = realm.account(call.sender)
  // A smaller number means more rights. People can also change their own account in other ways.
  if (role <= realm.account(call.caller).role || Number(call.parameters.user_id) === call.sender) return undefined
  if (own.test(call.endpoint)) return undefined
  const copy = simulator.branch()
  try {
    const caller = copy.realm.account(call.caller)
    // It sees what the sender sees: a guest sees their channels alone.
    const { subscriptions } = callAs(copy.realm, copy.realm.account(call.sender), 'subscriptions.list', {})
    for (const { stream_id } of subscriptions as readonly { stream_id: number }[])
      copy.realm.do('subscribe', caller.id, stream_id)
    caller.role = role
    callAs(copy.realm, caller, call.endpoint, call.parameters)
    return undefined
  } catch (error) {
    // Other errors don't count against the bot, such as a file of the request that the copy lacks.
    return error instanceof Refusal ? error : undefined
  } finally {
    void copy.close()
  }
}

/** Endpoints for sending, and for the account's own data. */
const own = /^(messages\.send|messages\.render|reactions|submessages|typing|events|presence|files|drafts|calls)\b/
