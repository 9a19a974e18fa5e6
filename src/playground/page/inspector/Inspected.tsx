import type { ComponentChildren } from 'preact'
import { type Tab, Tabs } from '../ui/index.js'

interface DetailHeadProps {
  readonly title: ComponentChildren
  /** Facts about it, in a line. */
  readonly facts: readonly ComponentChildren[]
  /** Sentences of the faults that affected it. */
  readonly faults?: readonly string[]
  readonly actions?: ComponentChildren
}

export interface InspectedProps extends DetailHeadProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly tab: string
  onTab(tab: string): void
  /** Replaces the tabs. */
  readonly instead?: ComponentChildren
}

/** The details of one row: header, actions and tabs. */
export function Inspected({ label, tabs, tab, onTab, instead, ...head }: InspectedProps) {
  return (
    <>
      <DetailHead {...head} />
      {instead ?? <Tabs label={label} tabs={tabs} chosen={tab} onChoose={onTab} />}
    </>
  )
}

export function DetailHead({ title, facts, faults = [], actions }: DetailHeadProps) {
  return (
    <header class="detail-head stack">
      <div class="in-a-row">
        <h2 class="grow">{title}</h2>
        {actions && <span class="actions in-a-row">{actions}</span>}
      </div>
      <ul class="fact-strip small quiet-text">{facts.map((fact, at) => fact && <li key={at}>{fact}</li>)}</ul>
      {faults.map((fault) => (
        <p key={fault} class="small problem">
          Fault: {fault}
        </p>
      ))}
    </header>
  )
}
