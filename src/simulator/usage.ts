import type { Usage } from '../protocol/index.js'
import type { RequestObserver } from './api/requestTrace.js'
import type { Realm } from './realm/realm.js'

/** One thing of the service that was used: told once for each. Data, so that it can be written down. */
export type Use =
  /** A simulator was made, of this level. */
  | { readonly level: number }
  | { readonly endpoint: string; readonly parameter?: string }
  | { readonly trigger: string }
  | { readonly ignored: true }

/** Keeps in mind what the callers of a simulator and its bots use of the service. */
export interface UsageKeeper {
  readonly usage: Usage
  /** The same observer, which also notes what is used. */
  watching(observer: RequestObserver): RequestObserver
}

export function keepUsage(realm: Realm, onUse: (use: Use) => void): UsageKeeper {
  const uses: Use[] = []
  const triggers = new Set<string>()
  /** Names of parameters by endpoint. */
  const endpoints = new Map<string, Set<string>>()
  let hasIgnored = false

  function note(use: Use): void {
    uses.push(use)
    onUse(use)
  }

  function noteCall(endpoint: string, parameters: object): void {
    let known = endpoints.get(endpoint)
    if (known === undefined) {
      known = new Set()
      endpoints.set(endpoint, known)
      note({ endpoint })
    }
    for (const [parameter, value] of Object.entries(parameters)) {
      if (value === undefined || known.has(parameter)) continue
      known.add(parameter)
      note({ endpoint, parameter })
    }
  }

  realm.onEvent((event) => {
    if (event.type !== 'outgoing webhook' || triggers.has(event.trigger)) return
    triggers.add(event.trigger)
    note({ trigger: event.trigger })
  })

  return {
    get usage() {
      return usageOf(uses)
    },
    watching: (observer) => ({
      understood(trace) {
        const { endpoint, parameters = {} } = trace
        if (endpoint !== undefined) noteCall(endpoint, parameters as object)
        observer.understood(trace)
      },
      answered(trace, answer) {
        const { body } = answer
        if (!hasIgnored && trace.ignored !== undefined && typeof body === 'string' && body.includes(ignoredField)) {
          hasIgnored = true
          note({ ignored: true })
        }
        observer.answered(trace, answer)
      },
      lost: (trace) => observer.lost(trace),
    }),
  }
}

/** What uses come to. */
export function usageOf(uses: Iterable<Use>): Usage {
  const endpoints = new Map<string, Set<string>>()
  let isNotified = false
  let hasIgnored = false
  for (const use of uses) {
    if ('trigger' in use) isNotified = true
    if ('ignored' in use) hasIgnored = true
    if (!('endpoint' in use)) continue
    const parameters = endpoints.get(use.endpoint) ?? new Set()
    endpoints.set(use.endpoint, use.parameter === undefined ? parameters : parameters.add(use.parameter))
  }
  return { endpoints, isNotified, hasIgnored }
}

/** As it stands in an answer; what users write can look like it only with its quotes escaped. */
const ignoredField = '"ignored_parameters_unsupported":'
