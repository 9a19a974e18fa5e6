import { type FeatureLevelRow, featureLevels } from '../../../../protocol/index.js'
import { changed } from '../changed.js'
import { chip, el, type Fact, factsOf, part, quiet } from '../shown.js'
import type { View } from '../view.js'

/** What the server says of itself, the limits that it holds people to, and what its version can't do yet. */
export const server: View = {
  changes: /^realm$/,
  async show({ look, registered, context }) {
    const { answer, problem } = await look<Record<string, unknown>>('/server_settings')
    const limits = await registered<Record<string, unknown>>(['realm'])
    const level = context.simulator.realm.featureLevel
    const missing = featureLevels.filter((row: FeatureLevelRow) => row.level > level)
    return el(
      'div',
      'org-single',
      el('h2', '', 'Server'),
      problem && el('p', 'problem', problem),
      el('h3', '', `What level ${level} can’t do yet `, chip(missing.length)),
      changed(missing, 'It is the newest level: there is nothing that it lacks.'),
      el('h3', '', 'What it says of itself'),
      factsOf(said(answer)),
      el('h3', '', 'Limits and settings'),
      factsOf(said(limits).filter(([name]) => !/^svc_|queue|last_event|idle_/.test(name))),
    )
  },
  deeds: {},
}

/** Simple values as they are, others to be opened. */
function said(values: Record<string, unknown> = {}): readonly Fact[] {
  return Object.entries(values)
    .filter(([name]) => !['result', 'msg'].includes(name))
    .map(([name, value]) => {
      if (typeof value === 'object' && value !== null) return [name, part('Json', { value })]
      return [name, value === '' ? quiet('empty') : String(value)]
    })
}
