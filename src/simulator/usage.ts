import type { Usage } from '../protocol/index.js'
import type { RequestObserver } from './api/requestTrace.js'
import type { Realm } from './realm/realm.js'

/** One use of a part of the service, reported once. Plain data. */
export type Use =
  /** A simulator of this level was created. */
  | { readonly level: number }
  | { readonly endpoint: string; readonly parameter?: string }
  | { readonly trigger: string }
  | { readonly ignored: true }
  | { readonly refused: true }

/** Records what the callers and bots of a simulator use. */
export function keepUsage(realm: Realm, onUse: (use: Use) => void) {
  const uses: Use[] = []
  /** What is in `uses`: triggers, and the parameters of each endpoint. */
  const triggers = new Set<string>()
  const endpoints = new Map<string, Set<string>>()
  let hasIgnored = false
  let isRefused = false

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
    get usage(): Usage {
      return usageOf(uses)
    },
    /** An observer that also records usage. */
    watching: (observer: RequestObserver): RequestObserver => ({
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
        if (!isRefused && trace.refusal !== undefined) {
          isRefused = true
          note({ refused: true })
        }
        observer.answered(trace, answer)
      },
      lost: (trace) => observer.lost(trace),
    }),
  }
}

/** Summarizes uses. */
export function usageOf(uses: Iterable<Use>): Usage {
  const endpoints = new Map<string, Set<string>>()
  let isNotified = false
  let hasIgnored = false
  let isRefused = false
  for (const use of uses) {
    if ('trigger' in use) isNotified = true
    if ('ignored' in use) hasIgnored = true
    if ('refused' in use) isRefused = true
    if (!('endpoint' in use)) continue
    const parameters = endpoints.get(use.endpoint) ?? new Set()
    endpoints.set(use.endpoint, use.parameter === undefined ? parameters : parameters.add(use.parameter))
  }
  return { endpoints, isNotified, hasIgnored, isRefused }
}

/** As in an answer. Quotes in users' text would be escaped. */
const ignoredField = '"ignored_parameters_unsupported":'
