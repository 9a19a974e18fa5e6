import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { dayAndTimeText } from '../../timeText.js'
import { attempt } from '../notices.js'
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

/** A section that is closed until the reader opens it. */
export function Fold({ title, open, children }: { title: string; open?: boolean; children: ComponentChildren }) {
  return (
    <details class="part" open={open}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

/** A time in UNIX seconds, in the reader's time zone: to the minute, to the millisecond, or without the date. */
export function Moment({ seconds, shows }: { seconds: number; shows?: 'time' | 'all' }) {
  const text = dayAndTimeText(seconds * 1000)
  return <>{shows === 'time' ? text.slice(11) : shows ? text : text.slice(0, 16)}</>
}

export interface PressProps {
  readonly children: ComponentChildren
  readonly tone?: 'main' | 'serious' | 'quiet serious' | 'quiet'
  /** A longer label for screen readers. */
  readonly label?: string
  readonly title?: string
  onPress(): Promise<unknown>
}

/** A button with an asynchronous action, disabled while it runs. Errors appear as notices. */
export function Press({ children, tone, label, title, onPress }: PressProps) {
  const isBusy = useSignal(false)
  const press = async () => {
    isBusy.value = true
    await attempt(onPress)
    isBusy.value = false
  }
  return (
    <button
      type="button"
      class={tone}
      aria-label={label}
      title={title}
      disabled={isBusy.value}
      onClick={() => void press()}
    >
      {children}
    </button>
  )
}

/** A name, followed by chips for what is unusual about it. */
export const nameWithChips = (name: ComponentChildren, ...words: readonly Mark[]) => (
  <>
    {name} {marks(...words)}
  </>
)
