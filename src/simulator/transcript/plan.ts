import type { Turn } from '../../transcript/transcript.js'
import type { JournalEntry } from '../journal/entries.js'

/** A fault as the plan has it now. */
export interface PlannedFault {
  readonly id: number
  readonly sentence: string
  /** How often it may still apply; absent if there is no limit. */
  readonly remaining?: number
}

/** The planned faults, as the journal has them. */
export interface Plan {
  /** Takes the next entry; returns what a transcript says of it. */
  take(entry: JournalEntry): readonly Turn[]
  /** What a transcript that begins here says of the faults that were planned before. */
  atFirst(): readonly Turn[]
}

/** Begins with the faults planned before the first entry: those of now that no entry adds. */
export function createPlan(entries: readonly JournalEntry[], now: readonly PlannedFault[]): Plan {
  const happenings = entries.flatMap((entry) => (entry.kind === 'fault' ? [read(entry)] : []))
  const added = new Set(happenings.flatMap(({ what, ids }) => (what === 'added' ? ids : [])))
  const plan = new Map<number, { readonly sentence: string; left: number }>()
  for (const { id, sentence, remaining = Number.POSITIVE_INFINITY } of now) {
    const struck = happenings.filter(({ what, ids }) => what === 'struck' && ids.includes(id)).length
    if (!added.has(id)) plan.set(id, { sentence, left: remaining + struck })
  }
  const numbers = new Map(entries.map(({ number }, at) => [number, at]))
  const sentences = () =>
    [...plan.values()].flatMap(({ sentence, left }) => (left > 0 ? [{ kind: 'fault' as const, sentence }] : []))
  /** Whether one of those just removed could still have applied. */
  let wasAlive = false

  return {
    atFirst: sentences,
    take(entry) {
      if (entry.kind !== 'fault') return []
      const { what, ids, sentence = '', remaining = Number.POSITIVE_INFINITY } = read(entry)
      const [id = 0] = ids
      if (what === 'added') {
        plan.set(id, { sentence, left: remaining })
        return [{ kind: 'fault', sentence }]
      }
      if (what === 'struck') {
        for (const one of ids) {
          const known = plan.get(one)
          if (known !== undefined) known.left -= 1
        }
        return []
      }
      wasAlive ||= (plan.get(id)?.left ?? 0) > 0
      plan.delete(id)
      const next = entries[(numbers.get(entry.number) ?? 0) + 1]
      // When all are taken out at once, each has an entry.
      if (!wasAlive || (next?.kind === 'fault' && next.what === 'removed')) return []
      wasAlive = false
      return [{ kind: 'no faults' }, ...sentences()]
    },
  }
}

interface Read {
  readonly what: string
  readonly ids: readonly number[]
  readonly sentence?: string
  readonly remaining?: number
}

function read({ what, fault }: JournalEntry & { kind: 'fault' }): Read {
  if (what === 'struck') {
    const { faults } = fault as { readonly faults: readonly { readonly id: number }[] }
    return { what, ids: faults.map(({ id }) => id) }
  }
  const { id, sentence, remaining } = fault as PlannedFault
  return { what, ids: [id], sentence, ...(remaining !== undefined && { remaining }) }
}
