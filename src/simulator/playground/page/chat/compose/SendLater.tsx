import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Popup } from '../actions/Popup.js'
import { now } from './now.js'
import { momentOf, momentText, suggestedMoments } from './scheduling.js'

/** When a message is to be sent: by a click, or as it is written. Times are those of the simulator's clock. */
export function SendLater({
  beside,
  says = 'Send later',
  onChoose,
  onClose,
}: {
  beside: Element | undefined
  says?: string
  onChoose(at: number, says: string): void
  onClose(): void
}) {
  const time = useSignal<number | undefined>(undefined)
  const typed = useSignal('')
  useEffect(() => {
    void now().then((known) => {
      time.value = known
    })
  }, [])
  const known = time.value
  const moment = known === undefined || typed.value.trim() === '' ? undefined : momentOf(typed.value, known)
  const choose = (at: number) => {
    onClose()
    onChoose(at, momentText(at, known ?? at))
  }
  return (
    <Popup label={says} beside={beside} class="send-later" onClose={onClose}>
      <form
        onSubmit={async (event) => {
          event.preventDefault()
          // What is short is meant from the moment at which it is said.
          const read = momentOf(typed.value, await now())
          if ('at' in read) choose(read.at)
          else typed.value += ' '
        }}
      >
        <label for="send-later-when">When</label>
        <div class="send-later-when">
          <input
            id="send-later-when"
            type="text"
            autocomplete="off"
            placeholder="in 20 minutes, 14:30, tomorrow 9:00"
            data-first=""
            aria-invalid={moment !== undefined && 'problem' in moment}
            aria-describedby="send-later-means"
            value={typed.value}
            onInput={({ currentTarget }) => {
              typed.value = currentTarget.value
            }}
          />
          <button type="submit" class="main">
            Schedule
          </button>
        </div>
        <p
          id="send-later-means"
          class={`small ${moment && 'problem' in moment ? 'problem' : 'quiet-text'}`}
          role="status"
        >
          {moment === undefined
            ? `By the simulator's clock, which says ${known === undefined ? '…' : momentText(known, known)}.`
            : 'problem' in moment
              ? moment.problem
              : `That is ${momentText(moment.at, known ?? 0)}.`}
        </p>
      </form>
      <div class="send-later-choices">
        {(known === undefined ? [] : suggestedMoments(known)).map((suggested) => (
          <button key={suggested.says} type="button" onClick={() => choose(suggested.at)}>
            {suggested.says}
          </button>
        ))}
      </div>
    </Popup>
  )
}
