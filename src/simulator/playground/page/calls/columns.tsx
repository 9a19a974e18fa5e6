import type { Room } from '../room.js'
import { durationText, timeText } from '../timeText.js'
import type { Column } from '../ui/RowList.js'
import type { CallRow } from './store.js'

const time: Column<CallRow> = {
  title: 'Time',
  width: '7.25rem',
  cell: ({ at }) => <span class="figure">{timeText(at)}</span>,
}
const caller: Column<CallRow> = {
  title: 'Caller',
  width: 'minmax(5rem, 1fr)',
  cell: (row) => (row.caller === '' ? <span class="quiet-text">nobody</span> : <bdi>{row.caller}</bdi>),
}
const request: Column<CallRow> = {
  title: 'Call',
  width: 'minmax(8rem, 3fr)',
  cell: ({ method, path, endpoint }) => (
    <>
      <span class="method">{method || 'done'}</span> {path.replace(/^\/api\/v1/, '') || endpoint}
    </>
  ),
}
const status: Column<CallRow> = {
  title: 'Status',
  width: '3.75rem',
  cell: (row) => (
    <span class={`figure ${row.status === undefined ? 'quiet-text' : row.isError ? 'bad-text' : 'good-text'}`}>
      {row.status ?? '–'}
    </span>
  ),
}
const took: Column<CallRow> = {
  title: 'Took',
  width: '4.25rem',
  cell: ({ ms }) => <span class="figure">{ms === undefined ? '–' : durationText(ms)}</span>,
}
const remark: Column<CallRow> = {
  title: 'Remark',
  width: 'minmax(6rem, 2fr)',
  cell: (row) => (
    <>
      {row.message !== '' && <span class="quiet-text">{row.message}</span>}
      {marksOf(row).map((mark) => (
        <span key={mark} class="mark">
          {mark}
        </span>
      ))}
    </>
  ),
}

const shortTime: Column<CallRow> = {
  title: 'Time',
  width: '4.75rem',
  cell: ({ at }) => <span class="figure">{timeText(at).slice(0, 8)}</span>,
}

/** What the list shows, by how much room there is. */
export const callColumns: Readonly<Record<Room, readonly Column<CallRow>[]>> = {
  wide: [time, caller, request, status, took, remark],
  medium: [shortTime, caller, request, status, remark],
  narrow: [shortTime, request, status],
}

function marksOf({ isFaulted, hasIgnored, isPlayground }: CallRow): readonly string[] {
  return [isFaulted && 'fault', hasIgnored && 'ignored', isPlayground && 'playground'].filter((mark) => mark !== false)
}
