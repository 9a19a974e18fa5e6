import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { renderedNodes } from '../chat/render.js'
import { control } from '../simulator.js'
import { act, actor } from './acting.js'
import type { ListedLinkifier, Tried } from './tried.js'

const nothing: Tried = { links: [], reversed: null, problems: [] }

/** A text and a URL to try the linkifiers on, while they are typed and whenever the linkifiers change. */
export function LinkifierTester({ linkifiers }: { linkifiers: readonly ListedLinkifier[] }) {
  const id = useId()
  const text = useSignal('See #1234, ORDER-77 and batch rye.')
  const url = useSignal('https://tracker.example.com/i/1234')
  const tried = useSignal<Tried>(nothing)
  const rendered = useSignal<readonly (string | null)[]>([])
  const box = useRef<HTMLDivElement>(null)
  const problem = useSignal('')

  useEffect(() => {
    let isOld = false
    const ask = async () => {
      const [found, message] = await Promise.all([
        control<Tried>('POST', '/linkifiers/try', { linkifiers, text: text.value, url: url.value }),
        act<{ rendered: string }>('POST', '/messages/render', { content: text.value }),
      ])
      if (isOld) return
      tried.value = found
      const nodes = renderedNodes(message.rendered, { ownId: actor.value?.user_id ?? 0, stillOf: () => undefined })
      rendered.value = [...nodes.querySelectorAll('a')].map((link) => link.getAttribute('href'))
      box.current?.replaceChildren(nodes)
      problem.value = ''
    }
    const soon = setTimeout(() => {
      ask().catch((error: Error) => {
        problem.value = error.message
      })
    }, 150)
    return () => {
      isOld = true
      clearTimeout(soon)
    }
  }, [text.value, url.value, linkifiers, actor.value?.user_id])

  const numberOf = (linkifier: number) => linkifiers.findIndex((one) => one.id === linkifier) + 1
  const asRendered = (link: Tried['links'][number]) => rendered.value.includes(link.url)
  return (
    <section class="tester" aria-label="Try the linkifiers">
      <h3>Try them</h3>
      <div class="field">
        <label for={`${id}-text`}>A message</label>
        <textarea
          id={`${id}-text`}
          rows={2}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
          }}
        />
      </div>
      {problem.value !== '' && <p class="problem">{problem.value}</p>}
      <ul class="found" aria-label="Links that come of it" aria-live="polite">
        {tried.value.links.length === 0 && <li class="quiet-text">None of them matches.</li>}
        {[...tried.value.links]
          .sort((one, other) => one.start - other.start)
          .map((link) => (
            <li key={link.start}>
              <span class="chip">{numberOf(link.linkifier)}</span> <code>{link.text}</code> → <code>{link.url}</code>
              {!asRendered(link) && <span class="chip warn">not in a rendered message</span>}
            </li>
          ))}
      </ul>
      <p class="small quiet-text">Numbers are places in the list. The service renders the message as</p>
      <div ref={box} class="rendered" />
      <div class="field">
        <label for={`${id}-url`}>An address</label>
        <input
          id={`${id}-url`}
          class="code"
          type="text"
          value={url.value}
          onInput={({ currentTarget }) => {
            url.value = currentTarget.value
          }}
        />
      </div>
      <p role="status">
        {tried.value.reversed === null ? (
          <span class="quiet-text">No linkifier leads back from it.</span>
        ) : (
          <>
            becomes <code>{tried.value.reversed}</code>
          </>
        )}
      </p>
    </section>
  )
}
