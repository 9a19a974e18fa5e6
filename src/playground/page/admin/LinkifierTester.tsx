import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { Linkifier } from '../../../protocol/index.js'
import { useAnswer } from '../inspector/requests.js'
import { control } from '../simulator.js'
import { chip } from '../ui/chip.js'

/** A linkifier as servers of any level list it: older ones had a `url_format`. */
export type Listed = Linkifier & { readonly url_format?: string }

/** What linkifiers make of a text and of an address. */
interface Tried {
  readonly links: readonly {
    readonly linkifier: number
    readonly start: number
    readonly text: string
    readonly url: string
  }[]
  readonly reversed: string | null
}

/** A text and an address to try the linkifiers on, while they are typed and whenever the linkifiers change. */
export function LinkifierTester({ linkifiers }: { linkifiers: readonly Listed[] }) {
  const id = useId()
  const text = useSignal('See #1234, ORDER-77 and batch rye.')
  const url = useSignal('https://tracker.example.com/i/1234')
  const body = { linkifiers, text: text.value, url: url.value }
  const tried = useAnswer(JSON.stringify(body), () => control<Tried>('POST', '/linkifiers/try', body), 0).value
  return (
    <section class="tester stack" aria-label="Try the linkifiers">
      <h3>Try them</h3>
      <div class="field">
        <label for={`${id}-text`}>A message</label>
        <textarea
          id={`${id}-text`}
          rows={2}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </div>
      <div class="field">
        <label for={`${id}-url`}>An address</label>
        <input
          id={`${id}-url`}
          class="code"
          value={url.value}
          onInput={(event) => (url.value = event.currentTarget.value)}
        />
      </div>
      {typeof tried === 'string' && <p class="problem">{tried}</p>}
      {typeof tried === 'object' && (
        <>
          <ul aria-label="Links that come of it" aria-live="polite">
            {tried.links.length === 0 && <li class="quiet-text">None of them matches.</li>}
            {tried.links
              .toSorted((one, other) => one.start - other.start)
              .map((link) => (
                <li key={link.start}>
                  {chip(linkifiers.findIndex((one) => one.id === link.linkifier) + 1)} <code>{link.text}</code> →{' '}
                  <code>{link.url}</code>
                </li>
              ))}
          </ul>
          <p role="status">
            {tried.reversed === null ? (
              <span class="quiet-text">No linkifier leads back from the address.</span>
            ) : (
              <>
                The address becomes <code>{tried.reversed}</code>
              </>
            )}
          </p>
        </>
      )}
    </section>
  )
}
