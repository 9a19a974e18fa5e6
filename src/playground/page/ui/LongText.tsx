import { useSignal } from '@preact/signals'

const shownAtFirst = 2_000
/** More than this would hold the browser up for seconds. */
const most = 200_000

/** A text, of which as much is shown as a reader looks at; the rest on demand, up to what a browser bears. */
export function LongText({ text }: { text: string }) {
  const isOpen = useSignal(false)
  if (text.length <= shownAtFirst) return <>{text}</>
  const shown = text.slice(0, isOpen.value ? most : shownAtFirst)
  const left = text.length - shown.length
  return (
    <>
      {shown}
      {left > 0 && (
        <button type="button" class="link small" disabled={isOpen.value} onClick={() => (isOpen.value = true)}>
          … {left.toLocaleString('en-GB')} more characters
        </button>
      )}
    </>
  )
}
