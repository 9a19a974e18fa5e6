import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { moveFocus } from './moveFocus.js'

/** One tab. */
export interface Tab {
  readonly id: string
  readonly title: string
  /** Shown after the title, such as a count. */
  readonly note?: string | undefined
  readonly isBad?: boolean
  show(): ComponentChildren
}

/** Tabs, chosen with the arrows, Home and End, or a click. */
export function Tabs(props: { label: string; tabs: readonly Tab[]; chosen: string; onChoose(id: string): void }) {
  const { label, tabs, chosen, onChoose } = props
  const list = useRef<HTMLDivElement>(null)
  const shown = tabs.find(({ id }) => id === chosen) ?? tabs[0]
  const at = shown ? tabs.indexOf(shown) : 0
  const onKeyDown = (event: KeyboardEvent) => {
    const { length } = tabs
    const steps = { ArrowRight: (at + 1) % length, ArrowLeft: (at - 1 + length) % length, Home: 0, End: length - 1 }
    const to = moveFocus(event, [...(list.current?.querySelectorAll('button') ?? [])], () => steps)
    if (to !== undefined) onChoose(tabs[to]?.id ?? '')
  }
  return (
    <>
      <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, title, note, isBad }, index) => (
          <button
            key={id}
            id={`tab-${label}-${id}`}
            type="button"
            role="tab"
            aria-selected={index === at}
            aria-controls={index === at ? `panel-${label}` : undefined}
            tabIndex={index === at ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {title}
            {note !== undefined && <span class={isBad ? 'chip bad' : 'chip'}>{note}</span>}
          </button>
        ))}
      </div>
      {shown && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what may be longer than its place has to be scrolled by keyboard.
        <div key={shown.id} id={`panel-${label}`} class="panel" role="tabpanel" aria-label={shown.title} tabIndex={0}>
          {shown.show()}
        </div>
      )}
    </>
  )
}
