import { useSignal } from '@preact/signals'
import { useEffect, useId, useMemo, useRef } from 'preact/hooks'
import { renderedNodes } from '../chat/render.js'
import { useAnswer } from '../inspector/asked.js'
import { control } from '../simulator.js'
import { chip } from '../ui/chip.js'
import { act, actor } from './acting.js'
import type { ListedLinkifier, Tried } from './tried.js'

const nothing = { links: [], reversed: null, rendered: '' }

/** A text and a URL to try the linkifiers on, while they are typed and whenever the linkifiers change. */
export function LinkifierTester({ linkifiers }: { linkifiers: readonly ListedLinkifier[] }) {
  const id = useId()
  const text = useSignal('See #1234, ORDER-77 and batch rye.')
  const url = useSignal('https://tracker.example.com/i/1234')
  const box = useRef<HTMLDivElement>(null)
  const found = useAnswer(
    JSON.stringify([text.value, url.value, linkifiers, actor.value?.user_id]),
    async () => {
      const [tried, { rendered }] = await Promise.all([
        control<Tried>('POST', '/linkifiers/try', { linkifiers, text: text.value, url: url.value }),
        act<{ rendered: string }>('POST', '/messages/render', { content: text.value }),
      ])
      return { ...tried, rendered }
    },
    150,
  ).value
  const { links, reversed, rendered } = typeof found === 'object' ? found : nothing
  const nodes = useMemo(
    () => renderedNodes(rendered, { ownId: actor.value?.user_id ?? 0, stillOf: () => undefined }),
    [rendered],
  )
  const hrefs = useMemo(() => [...nodes.querySelectorAll('a')].map((link) => link.getAttribute('href')), [nodes])
  useEffect(() => box.current?.replaceChildren(nodes), [nodes])

  const numberOf = (linkifier: number) => linkifiers.findIndex((one) => one.id === linkifier) + 1
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
      {typeof found === 'string' && <p class="problem">{found}</p>}
      <ul class="found" aria-label="Links that come of it" aria-live="polite">
        {links.length === 0 && <li class="quiet-text">None of them matches.</li>}
        {links
          .toSorted((one, other) => one.start - other.start)
          .map((link) => (
            <li key={link.start}>
              {chip(numberOf(link.linkifier))} <code>{link.text}</code> → <code>{link.url}</code>
              {!hrefs.includes(link.url) && chip('not in a rendered message', 'warn')}
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
        {reversed === null ? (
          <span class="quiet-text">No linkifier leads back from it.</span>
        ) : (
          <>
            becomes <code>{reversed}</code>
          </>
        )}
      </p>
    </section>
  )
}
