import { Copy } from 'lucide'
import type { ComponentChildren } from 'preact'
import { dayAndTimeText } from '../../timeText.js'
import { copy } from '../takeAway.js'
import { Button, IconButton } from './Button.js'

export type Fact = readonly [name: ComponentChildren, value: ComponentChildren]

/** Names with their values; entries that are false or undefined are left out. */
export function Facts({ of }: { of: readonly (Fact | false | undefined)[] }) {
  return (
    <dl class="facts">
      {of.map(
        (fact, at) =>
          fact && (
            <div key={at}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** A time in UNIX seconds, in the reader's time zone: to the minute, to the millisecond, or without the date. */
export function TimeText({ seconds, shows }: { seconds: number; shows?: 'time' | 'all' }) {
  const text = dayAndTimeText(seconds * 1000)
  return <>{shows === 'time' ? text.slice(11) : shows ? text : text.slice(0, 16)}</>
}

/** A box to tick, with its label. */
export function Checkbox(props: { label: ComponentChildren; isOn: boolean; onChange(isOn: boolean): unknown }) {
  const { label, isOn, onChange } = props
  return (
    <label>
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => void onChange(currentTarget.checked)} />{' '}
      {label}
    </label>
  )
}

/** A name, followed by chips for what is unusual about it. */
export const nameWithChips = (name: ComponentChildren, ...words: readonly Mark[]) => (
  <>
    {name} {marks(...words)}
  </>
)

/** A short label. */
export const chip = (word: ComponentChildren, tone: '' | 'good' | 'warn' | 'bad' = '') => (
  <span key={String(word)} class={`chip ${tone}`}>
    {word}
  </span>
)

/** A chip, or false if it doesn't apply. */
type Mark = string | false | undefined

/** The chips that apply. */
export const marks = (...words: readonly Mark[]) =>
  words.map((word) => word && chip(word, word === 'deleted' ? 'bad' : ''))

/** Says that something is being loaded; visible only when that takes long enough to be noticed. */
export const Loading = () => (
  <span class="waiting" role="status">
    Loading …
  </span>
)

/** An error message; renders nothing if there is none. */
export function ErrorText({ text, kind = '', id }: { text: string | undefined; kind?: string; id?: string }) {
  if (!text) return null
  return (
    <p id={id} class={`problem ${kind}`} role="alert">
      {text}
    </p>
  )
}

/** Lines to copy. Where they contain secrets, `shown` has them masked. */
export function Copyable({ what, text, shown = text }: { what: string; text: string; shown?: string }) {
  return (
    <div class="copyable">
      <pre class="raw">{shown}</pre>
      <IconButton label={`Copy ${what}`} icon={Copy} onPress={() => copy(what, () => text)} />
    </div>
  )
}

/** A key or token, masked until the reader opens it. */
export function Secret({ what, value }: { what: string; value: string }) {
  return (
    <details>
      <summary aria-label={`Show the ${what}`}>••••••••</summary>
      <code>{value}</code> <Button says="Copy" class="link small" onPress={() => copy(`The ${what}`, () => value)} />
    </details>
  )
}

/** What a form does when it is sent. */
export const submitting = (work: () => unknown) => (event: Event) => {
  event.preventDefault()
  void work()
}
