import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { choice, choose } from '../address.js'
import { arm, presets } from './plan.js'
import { Sentence } from './Sentence.js'
import { continued, corrected, marked, problemText } from './wording.js'
import { type Reading, reading, readWritten, write, written } from './writing.js'

/** Where a fault is written: it says how the sentence can go on, and where it cannot be understood. */
export function Editor() {
  const field = useRef<HTMLInputElement>(null)
  const isOpen = useSignal(false)
  const at = useSignal(-1)
  const asked = choice('new').value
  const { sentence, caret } = written.value
  const now = reading.value?.of === sentence ? reading.value.is : undefined
  const texts = isOpen.value && reading.value?.caret === caret ? (now?.continuations.texts ?? []) : []

  useEffect(() => void readWritten(), [])
  useEffect(() => {
    if (asked === '') return
    choose({ new: '' })
    field.current?.focus()
  }, [asked])
  // The browser puts the caret at the end of a value that it is given.
  useLayoutEffect(() => {
    if (document.activeElement === field.current) field.current?.setSelectionRange(caret, caret)
  }, [sentence, caret])
  useEffect(() => {
    document.getElementById(`continuation-${at.value}`)?.scrollIntoView({ block: 'nearest' })
  }, [at.value])

  const change = (to: string, caretAt?: number) => {
    at.value = -1
    write(to, caretAt)
  }
  const take = (text: string) => {
    const next = continued(sentence, caret, now?.continuations.from ?? caret, text)
    change(next.sentence, next.caret)
    field.current?.focus()
  }
  const add = async () => {
    isOpen.value = false
    if (sentence.trim() !== '' && (await arm(sentence))) change('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = texts[at.value] ?? (event.key === 'Tab' && sentence !== '' && !event.shiftKey ? texts[0] : undefined)
    if (step !== undefined) {
      isOpen.value = true
      at.value = texts.length === 0 ? -1 : (Math.max(at.value, step > 0 ? -1 : 0) + step + texts.length) % texts.length
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen !== undefined) take(chosen)
    else if (event.key === 'Escape' && isOpen.value) isOpen.value = false
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const moved = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const place = currentTarget.selectionStart ?? currentTarget.value.length
    if (currentTarget.value !== sentence || place !== caret) change(currentTarget.value, place)
  }
  return (
    <>
      <form
        class="fault-editor"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <label for="fault-sentence">What is to go wrong</label>
        <div class="in-a-row">
          <div class="completed">
            <input
              ref={field}
              id="fault-sentence"
              type="text"
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={texts.length > 0}
              aria-controls="continuations"
              aria-activedescendant={texts[at.value] === undefined ? undefined : `continuation-${at.value}`}
              aria-describedby="fault-reading"
              aria-invalid={isWrong(now, sentence)}
              autocomplete="off"
              spellcheck={false}
              placeholder="the next 2 calls of messages.send answer 503"
              value={sentence}
              onFocus={() => (isOpen.value = true)}
              onBlur={() => (isOpen.value = false)}
              onInput={(event) => {
                isOpen.value = true
                moved(event)
              }}
              onSelect={moved}
              onKeyDown={onKeyDown}
            />
            <div
              id="continuations"
              class="continuations"
              role="listbox"
              aria-label="How it can go on"
              hidden={texts.length === 0}
            >
              {texts.map((text, index) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and says which one is active.
                <div
                  key={text}
                  id={`continuation-${index}`}
                  role="option"
                  aria-selected={index === at.value}
                  // The field keeps the focus.
                  onPointerDown={(event) => {
                    event.preventDefault()
                    take(text)
                  }}
                >
                  {text}
                </div>
              ))}
            </div>
          </div>
          <button type="submit" class="main" disabled={now?.sentence == null}>
            Arm
          </button>
        </div>
        <div id="fault-reading" class="fault-reading" role="status">
          <What of={sentence} is={now} onCorrect={change} />
        </div>
      </form>
      <details class="presets" open>
        <summary>Worth a try</summary>
        <ul>
          {presets.value.map((preset) => (
            <li key={preset.title}>
              <button
                type="button"
                onClick={() => {
                  change(preset.sentence)
                  field.current?.focus()
                  isOpen.value = false
                }}
                title={preset.sentence}
              >
                {preset.title}
              </button>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

/** Wrong, and not merely unfinished. */
function isWrong(is: Reading | undefined, sentence: string): boolean {
  const { problem } = is ?? {}
  return problem != null && sentence.trim() !== '' && (problem.place?.start ?? 0) < sentence.trimEnd().length
}

function What({ of, is, onCorrect }: { of: string; is: Reading | undefined; onCorrect(sentence: string): void }) {
  if (of.trim() === '')
    return <p class="quiet-text">Write a sentence, or take what is offered: ↓ chooses, Enter takes.</p>
  if (is?.sentence != null) {
    return (
      <p>
        <span class="chip good">understood</span> {is.sentence}
      </p>
    )
  }
  if (!is?.problem) return null
  if (!isWrong(is, of)) return <p class="quiet-text">Go on: what happens is still missing.</p>
  const { place, message, suggestion } = is.problem
  return (
    <>
      <p>
        <Sentence pieces={marked(of, place)} />
      </p>
      <p class="problem">{problemText(message)}</p>
      {suggestion !== null && place !== null && (
        <button type="button" onClick={() => onCorrect(corrected(of, place, suggestion))}>
          Write “{suggestion}”
        </button>
      )}
    </>
  )
}
