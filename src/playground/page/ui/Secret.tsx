import { copy } from '../takeAway.js'
import { Button } from './Button.js'

/** A key or token, masked until the reader opens it. */
export function Secret({ what, value }: { what: string; value: string }) {
  return (
    <details>
      <summary aria-label={`Show the ${what}`}>••••••••</summary>
      <code>{value}</code> <Button says="Copy" class="link small" onPress={() => copy(`The ${what}`, () => value)} />
    </details>
  )
}
