import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { health } from '../connection.js'
import { control } from '../simulator.js'
import { Facts } from '../ui/Facts.js'
import { JsonTree } from '../ui/JsonTree.js'
import { useLive, useRegistered } from './live.js'

interface LevelRow {
  readonly id: string
  readonly level: number
  readonly kind: string
  readonly change: string
  readonly appliesTo: readonly Readonly<Record<string, string>>[]
}

/** What the server says of itself, the limits that it holds people to, and what its version can't do yet. */
export function Server() {
  const { answer: settings, problem } = useLive<Record<string, unknown>>('/server_settings', /^realm$/)
  const limits = useRegistered<Record<string, unknown>>(['realm'], /^realm$/).answer
  const rows = useSignal<readonly LevelRow[]>([])
  useEffect(() => {
    void control<{ levels: LevelRow[] }>('GET', '/levels').then((answer) => {
      rows.value = answer.levels
    })
  }, [])
  const level = Number(settings?.svc_feature_level ?? health.value?.featureLevel ?? 0)
  const missing = rows.value.filter((row) => row.level > level)
  return (
    <div class="org-single">
      <h2>Server</h2>
      {problem !== undefined && <p class="problem">{problem}</p>}
      <h3>
        What level {level} can’t do yet <span class="chip">{missing.length}</span>
      </h3>
      {missing.length === 0 ? (
        <p class="quiet-text">It is the newest level: there is nothing that it lacks.</p>
      ) : (
        <table class="levels">
          <thead>
            <tr>
              <th scope="col">From level</th>
              <th scope="col">What changes</th>
              <th scope="col">Where</th>
            </tr>
          </thead>
          <tbody>
            {missing.map(({ id, level: from, change, appliesTo }) => (
              <tr key={id}>
                <td>{from}</td>
                <td>{change}</td>
                <td>
                  <code>{Object.values(appliesTo[0] ?? {}).join(' ')}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
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
