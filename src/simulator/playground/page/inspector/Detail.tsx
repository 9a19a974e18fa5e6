import type { ComponentChildren } from 'preact'
import { choice, choose } from '../address.js'
import { type Tab, Tabs } from '../ui/Tabs.js'

export interface DetailProps {
  readonly label: string
  readonly title: ComponentChildren
  /** Who, when and the like, in small. */
  readonly line: ComponentChildren
  /** Sentences of the faults that struck it. */
  readonly faults: readonly string[]
  readonly actions: ComponentChildren
  readonly tabs: readonly Tab[]
  /** In place of the tabs. */
  readonly instead?: ComponentChildren
}

/** One thing from all sides, and what can be done with it. */
export function Detail({ label, title, line, faults, actions, tabs, instead }: DetailProps) {
  return (
    <>
      <header class="detail-head">
        <h2>{title}</h2>
        <p class="small quiet-text">{line}</p>
        {faults.map((fault) => (
          <p key={fault} class="small fault-line">
            Fault: {fault}
          </p>
        ))}
        <div class="actions">{actions}</div>
      </header>
      {instead ?? <Tabs label={label} chosen={choice('tab').value} onChoose={(tab) => choose({ tab })} tabs={tabs} />}
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

/** What somebody wrote, as it was written. */
export function Quote({ title, text }: { title: ComponentChildren; text: ComponentChildren }) {
  return (
    <>
      <h3>{title}</h3>
      <blockquote class="said" dir="auto">
        {text}
      </blockquote>
    </>
  )
}

/** What was decided, and why. */
export function Verdict({ is, says, tone = '' }: { is?: string; says: ComponentChildren; tone?: string }) {
  return (
    <p class={`verdict ${tone}`}>
      {is && <strong>{is}</strong>} <span>{says}</span>
    </p>
  )
}

export const quiet = (text: ComponentChildren) => <p class="quiet-text">{text}</p>
