import type { Endpoint } from '../../protocol/index.js'
import { assumptionsBehind } from '../realm/fixedAssumptions.js'
import type { Realm } from '../realm/realm.js'
import type { IncomingRequest, OutgoingAnswer } from './exchange.js'

/** A request with this header and the word `assumptions` in it is told which of them its answer rests on. */
export const showHeader = 'earshot-show'

/** Names the assumptions that an answer rests on, separated by commas. `GET /sim/assumptions` says what they are. */
export const assumptionsHeader = 'Earshot-Assumptions'

/** Adds to an answer which assumptions were used while it was made, where the request asks for that. */
export function showingAssumptions<Made extends OutgoingAnswer | Promise<OutgoingAnswer>>(
  realm: Realm,
  request: IncomingRequest,
  endpoint: Endpoint,
  make: () => Made,
): Made | OutgoingAnswer {
  if (!/\bassumptions\b/i.test(request.header(showHeader) ?? '')) return make()
  const used = realm.noteAssumptions()
  let answer: Made
  let names: readonly string[]
  try {
    answer = make()
    if (endpoint.spec === 'companion') realm.noteFixedAssumption('companionEndpoints')
    for (const name of assumptionsBehind(endpoint.name)) realm.noteFixedAssumption(name)
  } finally {
    names = used()
  }
  if (answer instanceof Promise || names.length === 0) return answer
  return { ...answer, headers: { ...answer.headers, [assumptionsHeader]: names.join(', ') } }
}

/** The status of a refusal, which the spec shows for none. @see spec 7 */
export function refusalStatus({ assumptions }: Realm, status: number): number {
  const { httpStatuses } = assumptions
  if (httpStatuses === 'by kind') return status
  return httpStatuses === 'always 400' ? 400 : 200
}
