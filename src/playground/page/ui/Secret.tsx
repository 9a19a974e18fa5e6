import { copy } from '../takeAway.js'

/** A key or token, masked until the reader opens it. */
export function Secret({ what, value }: { what: string; value: string }) {
  return (
    <details>
      <summary aria-label={`Show the ${what}`}>••••••••</summary>
      <code>{value}</code>{' '}
      <button type="button" class="link small" onClick={() => copy(`The ${what}`, () => value)}>
        Copy
      </button>
    </details>
  )
}
