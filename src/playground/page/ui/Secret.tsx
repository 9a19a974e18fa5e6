import { useSignal } from '@preact/signals'
import { copy } from '../takeAway.js'

/** A key or token: masked until it is asked for. */
export function Secret({ what, value }: { what: string; value: string }) {
  const isShown = useSignal(false)
  return (
    <span class="secret in-a-row">
      <code>{isShown.value ? value : '••••••••'}</code>
      <button
        type="button"
        class="link small"
        aria-label={`${isShown.value ? 'Hide' : 'Show'} the ${what}`}
        onClick={() => {
          isShown.value = !isShown.value
        }}
      >
        {isShown.value ? 'Hide' : 'Show'}
      </button>
      <button
        type="button"
        class="link small"
        aria-label={`Copy the ${what}`}
        onClick={() => copy(`The ${what}`, () => value)}
      >
        Copy
      </button>
    </span>
  )
}
