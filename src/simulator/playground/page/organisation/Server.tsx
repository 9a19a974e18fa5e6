import { useEffect } from 'preact/hooks'
import { health } from '../connection.js'
import { Facts } from '../ui/Facts.js'
import { JsonTree } from '../ui/JsonTree.js'
import { Changes } from '../versions/Changes.js'
import { levelRows, readLevels } from '../versions/table.js'
import { useLive, useRegistered } from './live.js'

/** What the server says of itself, the limits that it holds people to, and what its version can't do yet. */
export function Server() {
  const { answer: settings, problem } = useLive<Record<string, unknown>>('/server_settings', /^realm$/)
  const limits = useRegistered<Record<string, unknown>>(['realm'], /^realm$/).answer
  useEffect(() => void readLevels(), [])
  const level = Number(settings?.svc_feature_level ?? health.value?.featureLevel ?? 0)
  const missing = levelRows.value.filter((row) => row.level > level)
  return (
    <div class="org-single">
      <h2>Server</h2>
      {problem !== undefined && <p class="problem">{problem}</p>}
      <h3>
        What level {level} can’t do yet <span class="chip">{missing.length}</span>
      </h3>
      <Changes rows={missing} empty="It is the newest level: there is nothing that it lacks." />
      <h3>What it says of itself</h3>
      <Facts facts={factsOf(settings)} />
      <h3>Limits and settings</h3>
      <Facts facts={factsOf(limits).filter(([name]) => !/^svc_|queue|last_event|idle_/.test(name))} />
    </div>
  )
}

/** Simple values as they are, others to be opened. */
function factsOf(values: Record<string, unknown> | undefined) {
  return Object.entries(values ?? {})
    .filter(([name]) => !['result', 'msg'].includes(name))
    .map(([name, value]) => {
      const shown = typeof value === 'object' && value !== null ? <JsonTree value={value} /> : String(value)
      return [name, shown === '' ? <span class="quiet-text">empty</span> : shown] as const
    })
}
