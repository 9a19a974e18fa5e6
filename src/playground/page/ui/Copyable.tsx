import { Copy } from 'lucide'
import { copy } from '../takeAway.js'
import { IconButton } from './Button.js'

/** Lines to copy. Where they contain secrets, `shown` has them masked. */
export function Copyable({ what, text, shown = text }: { what: string; text: string; shown?: string }) {
  return (
    <div class="copyable">
      <pre class="raw">{shown}</pre>
      <IconButton label={`Copy ${what}`} icon={Copy} onPress={() => copy(what, () => text)} />
    </div>
  )
}
