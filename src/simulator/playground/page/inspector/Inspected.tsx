import type { ComponentChildren } from 'preact'
import type { Inspected as Shown } from '../../views/shown.js'
import { choice, choose } from '../address.js'
import { Tabs } from '../ui/Tabs.js'
import { draw } from '../views/draw.js'
import { useView } from '../views/live.js'

export interface InspectedProps {
  readonly view: 'delivery' | 'call'
  readonly label: string
  readonly id: number
  /** It is asked about anew when this is another. */
  readonly revision: unknown
  readonly actions: ComponentChildren
  /** In place of the tabs. */
  readonly instead?: ComponentChildren
}

/** One thing from all sides, and what can be done with it. */
export function Inspected({ view, label, id, revision, actions, instead }: InspectedProps) {
  const tab = choice('tab').value
  const query = String(new URLSearchParams({ tab, against: choice('against').value }))
  const answered = useView({ view, id: String(id) }, query, revision)
  if (!answered?.shown) return <p class="empty">{answered?.problem ?? 'Reading …'}</p>
  const { within } = answered
  const { title, line, faults, tabs, tab: shownTab, content } = answered.shown as unknown as Shown
  return (
    <>
      <header class="detail-head">
        <h2>{draw(title, within)}</h2>
        <p class="small quiet-text">{draw(line, within)}</p>
        {faults.map((fault) => (
          <p key={fault} class="small fault-line">
            Fault: {fault}
          </p>
        ))}
        <div class="actions">{actions}</div>
      </header>
      {instead ?? (
        <Tabs label={label} chosen={tab} onChoose={(one) => choose({ tab: one })} tabs={tabs}>
          <div key={`${within.id} ${shownTab}`}>{draw(content, within)}</div>
        </Tabs>
      )}
    </>
  )
}

/** A button in the head of what is looked at, and its key. */
export function Act(props: { name: string; shortcut?: string; run(): unknown; isMain?: boolean; title?: string }) {
  const { name, shortcut, run, isMain, title } = props
  return (
    <button type="button" class={isMain ? 'main' : undefined} title={title} onClick={() => void run()}>
      {name} {shortcut && <kbd>{shortcut}</kbd>}
    </button>
  )
}
