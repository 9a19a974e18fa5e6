import { isMeant, type Observed } from '../../transcript/observed.js'
import { type Bindings, fitting } from '../../transcript/placeholders.js'
import { type Action, type TranscriptPlace, textAsKept, type Value } from '../../transcript/transcript.js'

/** What the bot is expected to do, and where. */
export interface Expected {
  readonly action: Action
  readonly place: TranscriptPlace
}

/** Whether two names or places mean the same. */
export interface Same {
  place(one: TranscriptPlace, other: TranscriptPlace): boolean
  person(one: string, other: string): boolean
}

/** The bindings if what was observed is what was expected; otherwise undefined. */
export function matches(expected: Expected, observed: Observed, bindings: Bindings, same: Same): Bindings | undefined {
  const { action, place } = expected
  if (action.kind === 'effect') {
    return observed.kind === 'effect' ? matchesCall(action, observed, bindings, same) : undefined
  }
  if (action.kind !== observed.kind || !('who' in observed) || !same.person(action.who, observed.who)) return undefined
  if ('place' in observed && !same.place(place, observed.place)) return undefined
  if ('target' in observed) {
    const { content, isNewest } = observed.target
    const which = 'which' in action ? action.which : undefined
    if (which === undefined ? !isNewest : !isMeant(which, content, bindings)) return undefined
  }
  if ('emoji' in action && 'emoji' in observed && action.emoji !== observed.emoji) return undefined
  if ('name' in action && 'name' in observed && action.name !== observed.name) return undefined
  if (action.kind === 'move' && observed.kind === 'move') {
    if (action.scope !== observed.scope || !same.place(action.to, observed.to)) return undefined
  }
  if (!('text' in action && 'content' in observed)) return bindings
  return fitting(textAsKept(action.text), observed.content, bindings)
}

function matchesCall(
  action: Action & { kind: 'effect' },
  observed: Observed & { kind: 'effect' },
  bindings: Bindings,
  same: Same,
): Bindings | undefined {
  const { as, endpoint, parameters, open } = action
  if (endpoint !== observed.endpoint || (as === undefined) !== (observed.as === undefined)) return undefined
  if (as !== undefined && observed.as !== undefined && !same.person(as, observed.as)) return undefined
  const given = { ...observed.defaults, ...observed.parameters }
  let found: Bindings | undefined = bindings
  for (const [name, value] of Object.entries(parameters))
    found = found && Object.hasOwn(given, name) ? matchesValue(value, given[name], found) : undefined
  const hasMore = Object.keys(observed.parameters).some((name) => !Object.hasOwn(parameters, name))
  return hasMore && open !== true ? undefined : found
}

/** The bindings if a value is as expected; otherwise undefined. */
export function matchesValue(value: Value, given: unknown, bindings: Bindings): Bindings | undefined {
  if ('json' in value) return isSame(value.json, given) ? bindings : undefined
  return fitting(value.text, typeof given === 'string' ? given : JSON.stringify(given), bindings)
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isSame(Reflect.get(one, name), Reflect.get(other, name)))
}
