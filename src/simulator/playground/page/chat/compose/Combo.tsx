import { useSignal } from '@preact/signals'
import type { Ref } from 'preact'
import type { Candidate } from './candidates.js'
import { optionId, Suggestions, suggestionKey } from './Suggestions.js'

/** A field of one line that offers what fits to what is typed. */
export function Combo({
  id,
  label,
  value,
  placeholder,
  candidates,
  mustChoose = false,
  field,
  isWrong = false,
  onInput,
  onChoose,
  onEnter,
  onBack,
}: {
  id: string
  label: string
  value: string
  placeholder: string
  candidates: readonly Candidate[]
  /** The first is active at once: what is typed means nothing by itself. */
  mustChoose?: boolean
  field?: Ref<HTMLInputElement>
  isWrong?: boolean
  onInput(value: string): void
  onChoose(candidate: Candidate): void
  onEnter?(): void
  /** The key that takes letters away was pressed where there are none. */
  onBack?(): void
}) {
  const isOpen = useSignal(false)
  const chosen = useSignal(-1)
  const list = `${id}-list`
  const shown = isOpen.value && candidates.length > 0
  const active = Math.min(mustChoose && chosen.value < 0 ? 0 : chosen.value, candidates.length - 1)
  const choose = (candidate: Candidate | undefined) => {
    isOpen.value = false
    chosen.value = -1
    if (candidate !== undefined) onChoose(candidate)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const does = shown ? suggestionKey(event, active, candidates.length) : undefined
    if (does === 'choose') choose(candidates[active])
    else if (does === 'close') isOpen.value = false
    else if (does !== undefined) chosen.value = does.to
    else if (event.key === 'ArrowDown' && !shown) isOpen.value = true
    else if (event.key === 'Enter' && !event.isComposing) onEnter?.()
    else if (event.key === 'Backspace' && value === '') return onBack?.()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span class="combo">
      <input
        ref={field}
        id={id}
        type="text"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? list : undefined}
        aria-activedescendant={shown && active >= 0 ? optionId(list, active) : undefined}
        aria-invalid={isWrong}
        autocomplete="off"
        placeholder={placeholder}
        value={value}
        onInput={({ currentTarget }) => {
          isOpen.value = true
          chosen.value = -1
          onInput(currentTarget.value)
        }}
        onClick={() => {
          isOpen.value = true
        }}
        onBlur={() => {
          isOpen.value = false
        }}
        onKeyDown={onKeyDown}
      />
      {shown && (
        <Suggestions
          id={list}
          label={label}
          candidates={candidates}
          active={active}
          onActive={(at) => {
            chosen.value = at
          }}
          onChoose={choose}
        />
      )}
    </span>
  )
}
