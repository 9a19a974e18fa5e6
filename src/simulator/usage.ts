import type { Usage } from '../protocol/index.js'
import type { Witness } from './api/witness.js'
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
  /** The same witness, with an eye on what is used. */
  watching(witness: Witness): Witness
}

export function keepUsage(realm: Realm, onUse: (use: Use) => void): UsageKeeper {
  const uses = new Map<string, Use>()

  function note(key: string, use: Use): void {
    if (uses.has(key)) return
    uses.set(key, use)
    onUse(use)
  }

  realm.onEvent((event) => {
    if (event.type === 'outgoing webhook') note(event.trigger, { trigger: event.trigger })
  })

  return {
    get usage() {
      return usageOf(uses.values())
    },
    watching: (witness) => ({
      understood(seen) {
        const { endpoint, parameters = {} } = seen
        if (endpoint !== undefined) {
          note(endpoint, { endpoint })
          for (const [parameter, value] of Object.entries(parameters as object)) {
            if (value !== undefined) note(`${endpoint} ${parameter}`, { endpoint, parameter })
          }
        }
        witness.understood(seen)
      },
      answered(seen, answer) {
        const { body } = answer
        if (typeof body === 'string' && body.includes(ignoredField)) note(ignoredField, { ignored: true })
        witness.answered(seen, answer)
      },
      lost: (seen) => witness.lost(seen),
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
