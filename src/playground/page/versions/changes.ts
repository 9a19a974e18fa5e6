/** A change of the level table, as `/sim/levels` lists it. */
export interface LevelRow {
  readonly id: string
  readonly level: number
  readonly kind: 'endpoint' | 'parameter' | 'value' | 'field' | 'behaviour' | 'error'
  /** The main thing first. */
  readonly appliesTo: readonly Touched[]
  readonly change: string
  readonly spec: string
}

export interface Touched {
  readonly endpoint?: string | undefined
  readonly parameter?: string | undefined
  readonly entity?: string | undefined
  readonly field?: string | undefined
}

/** What a bot gains or loses by going from one level to another. */
export function between<Row extends { readonly level: number }>(
  rows: readonly Row[],
  from: number,
  to: number,
): { readonly gained: readonly Row[]; readonly lost: readonly Row[] } {
  const within = (low: number, high: number) => rows.filter((row) => row.level > low && row.level <= high)
  return { gained: within(from, to), lost: within(to, from) }
}

export interface Group {
  readonly title: string
  readonly rows: readonly LevelRow[]
}

const titles = ['Triggers', 'Endpoints', 'Parameters', 'Fields', 'Errors', 'Behaviour']

/** Changes by what they are about, triggers first; groups without any are left out. */
export function grouped(rows: readonly LevelRow[]): readonly Group[] {
  const groups = titles.map((title) => ({ title, rows: rows.filter((row) => groupOf(row) === title) }))
  return groups.filter((group) => group.rows.length > 0)
}

function groupOf({ kind, appliesTo }: LevelRow): string {
  if (appliesTo.some(({ field }) => field === 'trigger')) return 'Triggers'
  return {
    endpoint: 'Endpoints',
    parameter: 'Parameters',
    value: 'Fields',
    field: 'Fields',
    error: 'Errors',
    behaviour: 'Behaviour',
  }[kind]
}

/** What a change touches, as code would name it: `messages.send(topic)`, `User.is_deleted`. */
export function touchedText({ endpoint, parameter, entity, field }: Touched): string {
  if (entity !== undefined) return field === undefined ? entity : `${entity}.${field}`
  if (parameter !== undefined) return `${endpoint}(${parameter})`
  return field === undefined ? `${endpoint}` : `${endpoint} → ${field}`
}
