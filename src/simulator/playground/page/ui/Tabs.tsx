import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { InspectedTab } from '../../views/shown.js'

/** Several sides of one thing, of which one is shown: with the arrows, Home and End, or by a click. */
export function Tabs({
  label,
  tabs,
  chosen,
  onChoose,
  children,
}: {
  label: string
  tabs: readonly InspectedTab[]
  chosen: string
  onChoose(id: string): void
  children: ComponentChildren
}) {
  const list = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    tabs.findIndex(({ id }) => id === chosen),
  )
  const shown = tabs[at]
  const go = (index: number) => {
    const tab = tabs[(index + tabs.length) % tabs.length]
    if (tab === undefined) return
    onChoose(tab.id)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`tab-${label}-${tab.id}`)}`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  }
  return (
    <>
      <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, title, note }, index) => (
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
            {note !== undefined && <span class="tab-note">{note}</span>}
          </button>
        ))}
      </div>
      {shown && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what may be longer than its place has to be scrolled by keyboard.
        <div id={`panel-${label}`} class="panel" role="tabpanel" aria-label={shown.title} tabIndex={0}>
          {children}
        </div>
      )}
    </>
  )
}
