import type { ComponentChildren } from 'preact'
import { dayAndTimeText } from '../../timeText.js'
import { type Mark, marks } from './chip.js'

export type Fact = readonly [name: string, value: ComponentChildren]

/** Names with their values; entries that are false or undefined are left out. */
export function Facts({ of }: { of: readonly (Fact | false | undefined)[] }) {
  return (
    <dl class="facts">
      {of.map(
        (fact) =>
          fact && (
            <div key={fact[0]}>
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
