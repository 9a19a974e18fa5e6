import { useSignal } from '@preact/signals'
import { parseJson } from '../../../values.js'
import { JsonTree } from './JsonTree.js'
import { LongText } from './LongText.js'

/** What was sent: as a tree where it is JSON, and as it is. */
export function Payload({ text, label }: { text: string; label: string }) {
  const isRaw = useSignal(false)
  const tree = parseJson(text)
  if (text === '') return <p class="quiet-text">Nothing.</p>
  return (
    <>
      {tree !== undefined && (
        <fieldset class="switch">
          <legend class="unseen">{label}</legend>
          <button type="button" aria-pressed={!isRaw.value} onClick={() => (isRaw.value = false)}>
            Tree
          </button>
          <button type="button" aria-pressed={isRaw.value} onClick={() => (isRaw.value = true)}>
            Raw
          </button>
        </fieldset>
      )}
      {tree === undefined || isRaw.value ? (
        <pre class="raw">
          <LongText text={text} />
        </pre>
      ) : (
        <JsonTree value={tree} />
      )}
    </>
  )
}
