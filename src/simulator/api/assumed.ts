import type { Endpoint } from '../../protocol/index.js'
import { assumptionsBehind } from '../realm/fixedAssumptions.js'
import type { Realm } from '../realm/realm.js'
import type { Exchange, OutgoingAnswer } from './exchange.js'
import type { Seen } from './witness.js'

/** A request with this header and the word `assumptions` in it is told which of them its answer rests on. */
export const showHeader = 'earshot-show'

/** Names the assumptions that an answer rests on, separated by commas. `GET /sim/assumptions` says what they are. */
export const assumptionsHeader = 'Earshot-Assumptions'

/** Notes what an answer rests on while it is made, and says it in the answer where the request asks for that. */
export function takingNotes<Made extends OutgoingAnswer | Promise<OutgoingAnswer>>(
  realm: Realm,
  request: Exchange['req'],
  endpoint: Endpoint,
  seen: Seen,
  make: () => Made,
): Made | OutgoingAnswer {
  const noted = realm.takeNotes()
  let answer: Made
  try {
    answer = make()
    if (endpoint.spec === 'companion') realm.noteFixedAssumption('companionEndpoints')
    for (const name of assumptionsBehind(endpoint.name)) realm.noteFixedAssumption(name)
  } finally {
    const { assumptions, lacking } = noted()
    seen.assumptions = assumptions
    seen.lacking = lacking
  }
  const { assumptions = [] } = seen
  if (answer instanceof Promise || assumptions.length === 0 || !asksForAssumptions(request)) return answer
  return { ...answer, headers: { ...answer.headers, [assumptionsHeader]: assumptions.join(', ') } }
}

function asksForAssumptions(request: Exchange['req']): boolean {
  return /\bassumptions\b/i.test(request.header(showHeader) ?? '')
}

/** The status of a refusal, which the spec shows for none. @see spec 7 */
export function refusalStatus({ assumptions }: Realm, status: number): number {
  const { httpStatuses } = assumptions
  if (httpStatuses === 'by kind') return status
  return httpStatuses === 'always 400' ? 400 : 200
}
