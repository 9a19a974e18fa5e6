import { useSignal } from '@preact/signals'
import type { Place } from '../chat/place.js'
import { control, Refused } from '../simulator.js'
import { copy, keepText } from '../takeAway.js'
import type { Transcript } from './request.js'
import { rememberSaved } from './saving.js'

interface Kept {
  readonly path: string
  readonly passed: boolean | null
  readonly says: string
}

export interface SaveButtonsProps {
  readonly transcript: Transcript
  readonly place: Place
  /** The newest message: what is saved next begins after it. */
  readonly upTo: number | undefined
}

/** What can be done with a transcript: take it away, or have it written beside the bot and tried. */
export function SaveButtons({ transcript, place, upTo }: SaveButtonsProps) {
  const { text, organisation, beside } = transcript
  const name = useSignal<string | undefined>(undefined)
  const kept = useSignal<Kept | undefined>(undefined)
  const problem = useSignal<{ readonly text: string; readonly isThere: boolean } | undefined>(undefined)
  const isBusy = useSignal(false)
  const fileName = `${(name.value ?? transcript.name).trim().replace(/\.chat$/, '')}.chat`
  const isNothing = transcript.actions === 0
  const done = () => rememberSaved(place, upTo)

  async function keep(replace: boolean): Promise<void> {
    isBusy.value = true
    kept.value = undefined
    problem.value = undefined
    try {
      const body = { name: fileName, text, replace, ...(organisation && { organisation }) }
      kept.value = await control<Kept>('POST', '/transcript/file', body)
      done()
    } catch (error) {
      const isThere = error instanceof Refused && / already;/.test(error.message)
      problem.value = { text: error instanceof Error ? error.message : String(error), isThere }
    } finally {
      isBusy.value = false
    }
  }

  return (
    <div class="saving-buttons">
      <label>
        File
        <input
          type="text"
          value={name.value ?? transcript.name}
          spellcheck={false}
          onInput={({ currentTarget: { value } }) => {
            name.value = value
          }}
        />
      </label>
      {beside !== null && (
        <button type="button" class="main" disabled={isBusy.value || isNothing} onClick={() => void keep(false)}>
          {isBusy.value ? 'Trying it …' : `Write it beside ${beside} and try it`}
        </button>
      )}
      <button
        type="button"
        disabled={isNothing}
        onClick={() => {
          done()
          void copy('The transcript', () => text)
        }}
      >
        Copy
      </button>
      <button
        type="button"
        disabled={isNothing}
        onClick={() => {
          done()
          keepText(fileName, 'text/plain', text)
        }}
      >
        Download
      </button>
      {organisation && (
        <button type="button" onClick={() => keepText(organisation.name, 'application/yaml', organisation.text)}>
          Download {organisation.name}, which belongs beside it
        </button>
      )}
      <div class="saving-result" aria-live="polite">
        {kept.value && (
          <p class={kept.value.passed ? 'good' : 'problem'}>
            {kept.value.path}: {kept.value.passed ? kept.value.says : 'it does not pass.'}
          </p>
        )}
        {kept.value && !kept.value.passed && <pre class="saving-text">{kept.value.says}</pre>}
        {problem.value && (
          <p class="problem">
            {problem.value.text}{' '}
            {problem.value.isThere && (
              <button type="button" onClick={() => void keep(true)}>
                Replace it
              </button>
            )}
          </p>
        )}
      </div>
    </div>
  )
}
