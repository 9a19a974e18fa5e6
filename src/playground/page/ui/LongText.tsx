import { useSignal } from '@preact/signals'
import { Button } from './Button.js'

const shownAtFirst = 2_000
/** More than this would block the browser for seconds. */
const most = 200_000

/** A text, truncated; the rest is shown on demand, up to what a browser can handle. */
export function LongText({ text }: { text: string }) {
  const isOpen = useSignal(false)
  if (text.length <= shownAtFirst) return <>{text}</>
  const shown = text.slice(0, isOpen.value ? most : shownAtFirst)
  const left = text.length - shown.length
  return (
    <>
      {shown}
      {left > 0 && (
        <Button class="link small" disabled={isOpen.value} onPress={() => (isOpen.value = true)}>
          … {left.toLocaleString('en-GB')} more characters
        </Button>
      )}
    </>
  )
}
