import type { Usage } from '../../protocol/index.js'
import type { Realm } from '../realm/realm.js'
import type { RequestObserver } from './requestTrace.js'

/** One use of a part of the API, reported once. Plain data. */
export type Use =
  /** A simulator of this level was created. */
  | { readonly level: number }
  | { readonly endpoint: string; readonly parameter?: string }
  | { readonly trigger: string }
  | { readonly ignored: true }
  | { readonly refused: true }

/** Records what the callers and bots of a simulator use. */
export function keepUsage(realm: Realm, onUse: (use: Use) => void) {
  const uses = new Map<string, Use>()
  /** The parameters among them, by endpoint. */
  const parametersOf = new Map<string, Set<string>>()

  function note(key: string, use: Use): void {
    if (uses.has(key)) return
    uses.set(key, use)
    onUse(use)
  }

  function noteCall(endpoint: string, parameters: object): void {
    const known = parametersOf.get(endpoint) ?? new Set()
    if (known.size === 0) note(endpoint, { endpoint })
    parametersOf.set(endpoint, known)
    for (const [parameter, value] of Object.entries(parameters)) {
      if (value === undefined || known.has(parameter)) continue
      known.add(parameter)
      note(`${endpoint} ${parameter}`, { endpoint, parameter })
    }
  }

  realm.onEvent((event) => {
    if (event.type === 'outgoing webhook') note(`trigger ${event.trigger}`, { trigger: event.trigger })
  })

  return {
    get usage(): Usage {
      return usageOf(uses.values())
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
        if (trace.ignored !== undefined && typeof body === 'string' && body.includes(ignoredField)) {
          note('ignored', { ignored: true })
        }
        if (trace.refusal !== undefined) note('refused', { refused: true })
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
