import type { Endpoint } from '../../protocol/index.js'
import type { Exchange, OutgoingAnswer } from '../http/exchange.js'
import { assumptionsBehind } from '../realm/assumptions/fixedAssumptions.js'
import type { Realm } from '../realm/realm.js'
import type { RequestTrace } from './requestTrace.js'

/** The request header that, with the word `assumptions`, asks for the assumptions behind the answer. */
export const showHeader = 'earshot-show'

/** The response header that lists them, separated by commas. `GET /sim/assumptions` explains them. */
const assumptionsHeader = 'Earshot-Assumptions'

/** Notes the assumptions behind an answer, and names them in it on request. */
export function notingAssumptions<Made extends OutgoingAnswer | Promise<OutgoingAnswer>>(
  realm: Realm,
  request: Exchange['req'],
  endpoint: Endpoint,
  trace: RequestTrace,
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
    trace.assumptions = assumptions
    trace.lacking = lacking
  }
  const { assumptions = [] } = trace
  if (answer instanceof Promise || assumptions.length === 0 || !asksForAssumptions(request)) return answer
  return { ...answer, headers: { ...answer.headers, [assumptionsHeader]: assumptions.join(', ') } }
}

function asksForAssumptions(request: Exchange['req']): boolean {
  return /\bassumptions\b/i.test(request.header(showHeader) ?? '')
}

/** The status of a refusal; the spec gives none. */
export function refusalStatus({ assumptions }: Realm, status: number): number {
  const { httpStatuses } = assumptions
  if (httpStatuses === 'by kind') return status
  return httpStatuses === 'always 400' ? 400 : 200
}
