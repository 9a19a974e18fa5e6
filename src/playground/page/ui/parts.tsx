import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { dayAndTimeText } from '../../timeText.js'
import { attempt } from '../notices.js'
import { type Mark, marks } from './chip.js'

export type Fact = readonly [name: string, value: ComponentChildren]

/** Names with what they stand for; what is false or undefined is left out. */
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

/** A part that is opened when it is needed. */
export function Fold({ title, open, children }: { title: string; open?: boolean; children: ComponentChildren }) {
  return (
    <details class="part" open={open}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

/** Day and time of UNIX seconds, where the reader is; the time to the millisecond, or all of it. */
export function Moment({ seconds, shows }: { seconds: number; shows?: 'time' | 'all' }) {
  const text = dayAndTimeText(seconds * 1000)
  return <>{shows === 'time' ? text.slice(11) : shows ? text : text.slice(0, 16)}</>
}

export interface PressProps {
  readonly children: ComponentChildren
  readonly tone?: 'main' | 'serious' | 'quiet serious' | 'quiet'
  /** What it does, for those who don't see where it stands. */
  readonly label?: string
  readonly title?: string
  onPress(): Promise<unknown>
}

/** A button that does something, once at a time; what goes wrong is told in passing. */
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

/** A name, and behind it what is out of the ordinary. */
export const named = (name: ComponentChildren, ...words: readonly Mark[]) => (
  <>
    {name} {marks(...words)}
  </>
)
