import { useSignal } from '@preact/signals'
import type { ReadFault } from '../../../simulator/control/endpoints/faults.js'
import { useAnswer } from '../liveAnswers.js'
import { control } from '../simulator.js'
import { Button, submitting } from '../ui/index.js'
import { arm } from './plan.js'
import { corrected, problemText } from './wording.js'

/** The field for a new fault: it suggests how the sentence can go on, and shows where it isn't understood. */
export function FaultEditor() {
  const written = useSignal('')
  const sentence = written.value
  const ask = () => control<ReadFault>('POST', '/faults/read', { sentence })
  const reading = useAnswer(sentence, ask, { pause: 0 })?.value
  const { from = 0, texts = [] } = reading?.continuations ?? {}
  return (
    <form
      class="stack"
      onSubmit={submitting(async () => {
        if (sentence.trim() !== '' && (await arm(sentence))) written.value = ''
      })}
    >
      <label for="fault-sentence">
        <strong>What should go wrong</strong>
      </label>
      <div class="in-a-row">
        <input
          id="fault-sentence"
          class="code"
          type="text"
          list="continuations"
          aria-describedby="fault-reading"
          aria-invalid={isWrong(reading, sentence)}
          autocomplete="off"
          spellcheck={false}
          placeholder="the next 2 calls of messages.send by Echo answer 503"
          value={sentence}
          onInput={({ currentTarget }) => (written.value = currentTarget.value)}
        />
        <datalist id="continuations">
          {texts.map((text) => (
            <option key={text} value={`${sentence.slice(0, from)}${text}`} />
          ))}
        </datalist>
        <Button type="submit" says="Arm" class="main" disabled={reading?.sentence == null} />
      </div>
      <div id="fault-reading" class="small" role="status">
        <Understood of={sentence} reading={reading} onCorrect={(to) => (written.value = to)} />
      </div>
    </form>
  )
}

/** Whether it is wrong rather than unfinished. */
function isWrong(reading: ReadFault | undefined, sentence: string): boolean {
  const { problem } = reading ?? {}
  return problem != null && sentence.trim() !== '' && (problem.place?.start ?? 0) < sentence.trimEnd().length
}

function Understood(props: { of: string; reading: ReadFault | undefined; onCorrect(sentence: string): void }) {
  const { of, reading, onCorrect } = props
  if (of.trim() === '') return <p class="quiet-text">Write a sentence, or pick a fault below.</p>
  if (reading?.sentence != null) {
    return (
      <p>
        <span class="chip good">understood</span> {reading.sentence}
      </p>
    )
  }
  if (!reading?.problem) return null
  if (!isWrong(reading, of)) return <p class="quiet-text">Go on: say what happens.</p>
  const { place, message, suggestion } = reading.problem
  return (
    <>
      <p class="problem">{problemText(message)}</p>
      {suggestion !== null && place !== null && (
        <Button says={`Write “${suggestion}”`} onPress={() => onCorrect(corrected(of, place, suggestion))} />
      )}
    </>
  )
}
