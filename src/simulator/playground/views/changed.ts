import type { FeatureLevelRow } from '../../../protocol/index.js'
import { code, el, type Shown } from './shown.js'

/** Changes of the level table, by what they are about. */
export function changed(rows: readonly FeatureLevelRow[], empty: string): Shown {
  if (rows.length === 0) return el('p', 'quiet-text', empty)
  return grouped(rows).map(({ title, rows: those }) =>
    el(
      'section',
      { key: title, class: 'changes', 'aria-label': title },
      el('h3', '', title),
      el(
        'ul',
        '',
        those.map((row) =>
          el(
            'li',
            { key: row.id },
            el('p', '', withCode(row.change)),
            el(
              'p',
              'small quiet-text',
              touchedBy(row).map((touched, index) => [index > 0 && ', ', code(touchedText(touched))]),
              ` · level ${row.level} · spec ${row.spec}`,
            ),
          ),
        ),
      ),
    ),
  )
}

export interface Group {
  readonly title: string
  readonly rows: readonly FeatureLevelRow[]
}

/** Changes by what they are about, triggers first; groups without any are left out. */
export function grouped(rows: readonly FeatureLevelRow[]): readonly Group[] {
  const titles = ['Triggers', 'Endpoints', 'Parameters', 'Fields', 'Errors', 'Behaviour']
  const groups = titles.map((title) => ({ title, rows: rows.filter((row) => groupOf(row) === title) }))
  return groups.filter((group) => group.rows.length > 0)
}

type Touched = FeatureLevelRow['appliesTo']

const touchedBy = ({ appliesTo, alsoAppliesTo = [] }: FeatureLevelRow): readonly Touched[] => [
  appliesTo,
  ...alsoAppliesTo,
]

function groupOf(row: FeatureLevelRow): string {
  if (touchedBy(row).some(({ field }) => field === 'trigger')) return 'Triggers'
  return {
    endpoint: 'Endpoints',
    parameter: 'Parameters',
    value: 'Fields',
    field: 'Fields',
    error: 'Errors',
    behaviour: 'Behaviour',
  }[row.kind]
}

/** What a change touches, as code would name it: `messages.send(topic)`, `User.is_deleted`. */
export function touchedText({ endpoint, parameter, entity, field }: Touched): string {
  if (entity !== undefined) return field === undefined ? entity : `${entity}.${field}`
  if (parameter !== undefined) return `${endpoint}(${parameter})`
  return field === undefined ? `${endpoint}` : `${endpoint} → ${field}`
}

/** Text in which what stands between backquotes is code. */
export const withCode = (text: string): Shown =>
  text.split('`').map((piece, index) => (index % 2 === 1 ? code(piece) : piece))
