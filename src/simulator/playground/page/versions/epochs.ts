/** A row of the level table, as the control API tells it. */
export interface LevelRow {
  readonly id: string
  readonly level: number
  readonly kind: 'endpoint' | 'parameter' | 'value' | 'field' | 'behaviour' | 'error'
  readonly appliesTo: readonly Touched[]
  readonly change: string
  readonly spec: string
}

export interface Touched {
  readonly endpoint?: string
  readonly parameter?: string
  readonly entity?: string
  readonly field?: string
}

/** Levels at which something changes, lowest first, and 0, each with what does. */
export interface Epoch {
  readonly level: number
  readonly rows: readonly LevelRow[]
}

export function epochsOf(rows: readonly LevelRow[]): readonly Epoch[] {
  const levels = [...new Set([0, ...rows.map(({ level }) => level)])].sort((one, other) => one - other)
  return levels.map((level) => ({ level, rows: rows.filter((row) => row.level === level) }))
}

/** The number of the epoch that a level is in: that of the last change before or at it. */
export function epochAt(epochs: readonly Epoch[], level: number): number {
  return Math.max(
    0,
    epochs.findLastIndex((epoch) => epoch.level <= level),
  )
}

/** What a bot gains or loses by going from one level to another. */
export function between(
  rows: readonly LevelRow[],
  from: number,
  to: number,
): { readonly gained: readonly LevelRow[]; readonly lost: readonly LevelRow[] } {
  const within = (low: number, high: number) => rows.filter(({ level }) => level > low && level <= high)
  return { gained: within(from, to), lost: within(to, from) }
}

export interface Group {
  readonly title: string
  readonly rows: readonly LevelRow[]
}

/** Changes by what they are about, triggers first; groups without any are left out. */
export function grouped(rows: readonly LevelRow[]): readonly Group[] {
  const titles = ['Triggers', 'Endpoints', 'Parameters', 'Fields', 'Errors', 'Behaviour']
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

/** Text with `code` between backquotes, in pieces. */
export function codePieces(text: string): readonly { readonly text: string; readonly isCode: boolean }[] {
  return text
    .split('`')
    .map((piece, index) => ({ text: piece, isCode: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
