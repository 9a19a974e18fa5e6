import type { IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { Icon, type Tab, Tabs } from '../ui/index.js'

export interface InspectedProps {
  readonly label: string
  readonly title: ComponentChildren
  /** Facts about it, in a line. */
  readonly facts: readonly ComponentChildren[]
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
export function Inspected({ label, title, facts, faults, actions, tabs, tab, onTab, instead }: InspectedProps) {
  return (
    <>
      <header class="detail-head stack">
        <div class="actions in-a-row">
          <h2 class="grow">{title}</h2>
          {actions}
        </div>
        <ul class="fact-strip small quiet-text">{facts.map((fact, at) => fact && <li key={at}>{fact}</li>)}</ul>
        {faults.map((fault) => (
          <p key={fault} class="small problem">
            Fault: {fault}
          </p>
        ))}
      </header>
      {instead ?? <Tabs label={label} tabs={tabs} chosen={tab} onChoose={onTab} />}
    </>
  )
}

/** A button in the header, with its key. */
export function Act(props: ActProps) {
  const { name, icon, shortcut, run, isMain, title } = props
  return (
    <button type="button" class={isMain ? 'main' : undefined} title={title} onClick={() => void run()}>
      {icon && <Icon of={icon} />}
      {name} {shortcut && <kbd>{shortcut}</kbd>}
    </button>
  )
}

export interface ActProps {
  readonly name: string
  readonly icon?: IconNode
  readonly shortcut?: string
  readonly isMain?: boolean
  readonly title?: string
  run(): unknown
}
