import { isMeant } from '../../simulator/transcript/chatLog.js'
import { type Bindings, fitting } from '../../transcript/placeholders.js'
import { placeSeen, type Seen, type Target } from '../../transcript/seen.js'
import type { Deed, TranscriptPlace, Value } from '../../transcript/transcript.js'
import { textAsKept } from '../../transcript/write.js'

/** What the bot is expected to do, and where. */
export interface Expected {
  readonly deed: Deed
  readonly place: TranscriptPlace
}

/** How names and places are told apart. */
export interface Same {
  place(one: TranscriptPlace, other: TranscriptPlace): boolean
  person(one: string, other: string): boolean
}

/** What names stand for if that is what was expected; undefined if it is not. */
export function matches(expected: Expected, seen: Seen, bindings: Bindings, same: Same): Bindings | undefined {
  const { deed, place } = expected
  if (deed.kind !== seen.kind) return undefined
  if (deed.kind === 'effect') return seen.kind === 'effect' ? matchesCall(deed, seen, bindings, same) : undefined
  if (!('who' in seen) || !same.person(deed.who, seen.who)) return undefined
  const where = placeSeen(seen)
  if (where !== undefined && !same.place(place, where)) return undefined
  if ('target' in seen && !isAimed(deed, seen.target, bindings)) return undefined
  if ('emoji' in deed) return 'emoji' in seen && deed.emoji === seen.emoji ? bindings : undefined
  if (deed.kind === 'move' && seen.kind === 'move') {
    return deed.scope === seen.scope && same.place(deed.to, seen.to) ? bindings : undefined
  }
  if (deed.kind === 'upload' && 'name' in seen && deed.name !== seen.name) return undefined
  return 'text' in deed && 'said' in seen ? fitting(textAsKept(deed.text), seen.said, bindings) : bindings
}

function isAimed(deed: Deed, { content, isNearest }: Target, bindings: Bindings): boolean {
  return 'which' in deed && deed.which !== undefined ? isMeant(deed.which, content, bindings) : isNearest
}

function matchesCall(
  deed: Deed & { kind: 'effect' },
  seen: Seen & { kind: 'effect' },
  bindings: Bindings,
  same: Same,
): Bindings | undefined {
  if (deed.endpoint !== seen.endpoint || (deed.as === undefined) !== (seen.as === undefined)) return undefined
  if (deed.as !== undefined && seen.as !== undefined && !same.person(deed.as, seen.as)) return undefined
  let found: Bindings | undefined = bindings
  for (const [name, value] of Object.entries(deed.parameters)) {
    found =
      found && Object.hasOwn(seen.parameters, name) ? matchesValue(value, seen.parameters[name], found) : undefined
  }
  const more = Object.keys(seen.parameters).filter((name) => !Object.hasOwn(deed.parameters, name))
  return deed.open === true || more.every((name) => seen.defaults.has(name)) ? found : undefined
}

/** What names stand for if a value is as it was given; undefined if it is not. */
export function matchesValue(value: Value, given: unknown, bindings: Bindings): Bindings | undefined {
  if ('json' in value) return isSame(value.json, given) ? bindings : undefined
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  return fitting(value.text, text, bindings)
}

function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((part, at) => isSame(part, other[at]))
  }
  if (typeof one === 'object' && one !== null && typeof other === 'object' && other !== null) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)])
    return [...names].every((name) => isSame(Reflect.get(one, name), Reflect.get(other, name)))
  }
  return one === other
}
