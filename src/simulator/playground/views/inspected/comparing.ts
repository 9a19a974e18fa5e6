import { el, type Shown } from '../shown.js'
import type { Difference } from './differences.js'
import { aside } from './inspected.js'

/** Each place that differs, with what stands there on both sides. */
export function differing(found: readonly Difference[]): Shown {
  if (found.length === 0) return aside('No difference.')
  return el(
    'dl',
    'differences',
    found.map((one) =>
      el(
        'div',
        { key: one.path, class: one.kind },
        el('dt', '', one.path || 'all of it', ' ', el('span', 'small quiet-text', one.kind)),
        'before' in one && el('dd', 'before', el('del', '', JSON.stringify(one.before))),
        'after' in one && el('dd', 'after', el('ins', '', JSON.stringify(one.after))),
      ),
    ),
  )
}
