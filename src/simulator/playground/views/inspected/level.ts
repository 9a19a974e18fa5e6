import { type FeatureLevelRow, featureLevels } from '../../../../protocol/index.js'
import { changed } from '../changed.js'
import { el } from '../shown.js'
import type { View } from '../view.js'

/** What changes at a level, and what bots gain or lose by going there from where the server is. */
export const level: View = {
  changes: /^level/,
  show({ id, context }) {
    const chosen = Number(id)
    const now = context.simulator.realm.featureLevel
    const rows: readonly FeatureLevelRow[] = featureLevels
    const epoch = Math.max(0, ...rows.map((row) => row.level).filter((one) => one <= chosen))
    const { gained, lost } = between(rows, now, chosen)
    return [
      el(
        'section',
        { 'aria-label': 'What changes' },
        el('h2', '', `What changes at level ${epoch}`),
        changed(
          rows.filter((row) => row.level === epoch),
          'Nothing is known to change here: it is where the table begins.',
        ),
      ),
      chosen !== now &&
        el(
          'details',
          '',
          el(
            'summary',
            '',
            chosen < now
              ? `All that bots lose by going from ${now} back to ${chosen}: ${lost.length} changes`
              : `All that bots gain by going from ${now} to ${chosen}: ${gained.length} changes`,
          ),
          changed(chosen < now ? lost : gained, 'Nothing.'),
        ),
    ]
  },
  deeds: {},
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
