import type { ComponentChildren } from 'preact'
import { type Tab, Tabs } from '../ui/Tabs.js'

export interface InspectedProps {
  readonly label: string
  readonly title: ComponentChildren
  /** Who, when and the like, in small. */
  readonly line: ComponentChildren
  /** Sentences of the faults that affected it. */
  readonly faults: readonly string[]
  readonly actions: ComponentChildren
  readonly tabs: readonly Tab[]
  readonly tab: string
  onTab(tab: string): void
  /** In place of the tabs. */
  readonly instead?: ComponentChildren
}

/** One thing from all sides, and what can be done with it. */
export function Inspected({ label, title, line, faults, actions, tabs, tab, onTab, instead }: InspectedProps) {
  return (
    <>
      <header class="detail-head stack">
        <h2>{title}</h2>
        <p class="small quiet-text">{line}</p>
        {faults.map((fault) => (
          <p key={fault} class="small problem">
            Fault: {fault}
          </p>
        ))}
        <div class="actions in-a-row">{actions}</div>
      </header>
      {instead ?? <Tabs label={label} tabs={tabs} chosen={tab} onChoose={onTab} />}
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
