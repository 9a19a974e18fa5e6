import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Candidate } from './candidates.js'

/** What a field offers while it is written in. The field keeps the focus, and names the active one. */
export function Suggestions({
  id,
  label,
  candidates,
  active,
  onActive,
  onChoose,
}: {
  id: string
  label: string
  candidates: readonly Candidate[]
  active: number
  onActive(at: number): void
  onChoose(candidate: Candidate): void
}) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active])
  return (
    <div ref={list} id={id} class="suggestions" role="listbox" aria-label={label}>
      {candidates.map((candidate, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and says which one is active.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys.
        <div
          key={candidate.key}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => onActive(index)}
          onClick={() => onChoose(candidate)}
        >
          <Sign candidate={candidate} />
          <span class="suggestion-label">{candidate.label}</span>
          {candidate.detail && <span class="suggestion-detail">{candidate.detail}</span>}
        </div>
      ))}
    </div>
  )
}

export const optionId = (list: string, at: number) => `${list}-${at}`

/** What a key does to a list of suggestions: where it leads, what it chooses, or undefined where it does nothing. */
export function suggestionKey(
  event: KeyboardEvent,
  active: number,
  count: number,
): { readonly to: number } | 'choose' | 'close' | undefined {
  if (count === 0 || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined
  if (event.key === 'ArrowDown') return { to: (active + 1) % count }
  if (event.key === 'ArrowUp') return { to: active <= 0 ? count - 1 : active - 1 }
  if (event.key === 'Escape') return 'close'
  return active >= 0 && !event.shiftKey && (event.key === 'Enter' || event.key === 'Tab') ? 'choose' : undefined
}

function Sign({ candidate: { sign } }: { candidate: Candidate }) {
  if (sign === undefined) return null
  return (
    <span class="suggestion-sign" aria-hidden="true">
      {'text' in sign ? sign.text : <img src={sign.source} alt="" />}
    </span>
  )
}
