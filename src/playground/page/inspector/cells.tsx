import type { ComponentChildren } from 'preact'
import { roundedDuration, timeText } from '../../timeText.js'
import type { Column } from '../ui/index.js'

export const column = <Row,>(title: string, width: string, cell: (row: Row) => ComponentChildren): Column<Row> => ({
  title,
  width,
  cell,
})

/** A number or time in digits of equal width. */
export const figure = (text: ComponentChildren, tone = '') => <span class={`figure ${tone}`}>{text}</span>

export const time = column<{ readonly at: number }>('Time', '7.25rem', ({ at }) => figure(timeText(at)))
export const shortTime = column<{ readonly at: number }>('Time', '4.75rem', ({ at }) =>
  figure(timeText(at).slice(0, 8)),
)
export const took = column<{ readonly ms: number | undefined }>('Took', '4.5rem', ({ ms }) =>
  figure(ms === undefined ? '–' : roundedDuration(ms)),
)
