import { dayAndTimeText } from '../../timeText.js'

/** A time of the simulator's as clocks of this machine show it, to the second: `2026-03-02` and `06:00:00`. */
export function readout(milliseconds: number): { readonly day: string; readonly time: string } {
  const text = dayAndTimeText(milliseconds)
  return { day: text.slice(0, 10), time: text.slice(11, 19) }
}

/** How long it is until something is due: `now`, `in 40 s`, `in 3 h 10 min`, `in 31 d 8 h`. */
export function waitText(milliseconds: number): string {
  if (milliseconds < 1000) return 'now'
  const at = units.findIndex(([length]) => milliseconds >= length)
  const parts = units.slice(at, at + 2).map(([length, name], index) => {
    const count =
      Math.floor(milliseconds / length) % (index === 0 ? Number.POSITIVE_INFINITY : (units[at]?.[0] ?? 1) / length)
    return { count, text: `${count} ${name}` }
  })
  const said = parts.filter(({ count }, index) => index === 0 || count > 0)
  return `in ${said.map(({ text }) => text).join(' ')}`
}

const units: readonly (readonly [length: number, name: string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
]

/** `1 message`, `2 messages`. */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en-GB')} ${one}${count === 1 ? '' : 's'}`
}

export interface PendingTimer {
  readonly due: number
  readonly background: boolean
  readonly cause: { readonly what: string; readonly [fact: string]: unknown } | null
  readonly says: string
}

/** Where one step leads: to the next thing that somebody waits for; where there is none, to whatever is next. */
export function nextStep(pending: readonly PendingTimer[]): PendingTimer | undefined {
  return pending.find(({ background }) => !background) ?? pending[0]
}
