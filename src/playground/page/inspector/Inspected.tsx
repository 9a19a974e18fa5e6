import type { ComponentChildren } from 'preact'
import { type Tab, Tabs } from '../ui/Tabs.js'

export interface InspectedProps {
  readonly label: string
  readonly title: ComponentChildren
  readonly line: ComponentChildren
  /** Sentences of the faults that affected it. */
  readonly faults: readonly string[]
  readonly actions: ComponentChildren
  readonly tabs: readonly Tab[]
  readonly tab: string
  onTab(tab: string): void
  /** Replaces the tabs. */
  readonly instead?: ComponentChildren
}

/** The details of one row: header, actions and tabs. */
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

/** A button in the header, with its key. */
export function Act(props: { name: string; shortcut?: string; run(): unknown; isMain?: boolean; title?: string }) {
  const { name, shortcut, run, isMain, title } = props
  return (
    <button type="button" class={isMain ? 'main' : undefined} title={title} onClick={() => void run()}>
      {name} {shortcut && <kbd>{shortcut}</kbd>}
    </button>
  )
}
