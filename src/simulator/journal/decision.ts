import { errors } from '../../protocol/index.js'
import type { Check, RequestTrace } from '../api/requestTrace.js'
import type { Decision } from './entries.js'

/** What decided an answer, as far as the trace shows. */
export function decisionOn({ access, check, refusal, assumptions = [], lacking = [] }: RequestTrace): Decision {
  const isRefused = refusal !== undefined || (check !== undefined && leadNowhere.has(check))
  return {
    ...(access !== undefined && { access }),
    ...(isRefused && check !== undefined && { refusedBy: check }),
    ...(refusal !== undefined && { error: namesOfErrors.get(refusal) ?? refusal.msg, source: refusal.source }),
    ...(assumptions.length > 0 && { assumptions }),
    ...(lacking.length > 0 && { lacking }),
  }
}

/** Where these are wrong, there is no endpoint that could refuse. */
const leadNowhere: ReadonlySet<Check> = new Set(['path', 'not simulated', 'level', 'method'])

const namesOfErrors: ReadonlyMap<unknown, string> = new Map(Object.entries(errors).map(([name, row]) => [row, name]))
