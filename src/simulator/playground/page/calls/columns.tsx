import { column, figure, marks, shortTime, time, took } from '../inspector/cells.js'
import type { Room } from '../room.js'
import type { Column } from '../ui/RowList.js'
import type { CallRow } from './store.js'

type Cells = Column<CallRow>

const caller: Cells = column('Caller', 'minmax(5rem, 1fr)', (row) =>
  row.caller === '' ? <span class="quiet-text">nobody</span> : <bdi>{row.caller}</bdi>,
)
const request: Cells = column('Call', 'minmax(8rem, 3fr)', ({ method, path, endpoint }) => (
  <>
    <span class="method">{method || 'done'}</span> {path.replace(/^\/api\/v1/, '') || endpoint}
  </>
))
const status: Cells = column('Status', '3.75rem', (row) =>
  figure(row.status ?? '–', row.status === undefined ? 'quiet-text' : row.isError ? 'bad-text' : 'good-text'),
)
const remark: Cells = column('Remark', 'minmax(6rem, 2fr)', (row) => (
  <>
    {row.message && <span class="quiet-text">{row.message}</span>}
    {marks([row.isFaulted && 'fault', row.hasIgnored && 'ignored', row.isPlayground && 'playground'])}
  </>
))

/** What the list shows, by how much room there is. */
export const callColumns: Readonly<Record<Room, readonly Cells[]>> = {
  wide: [time, caller, request, status, took, remark],
  medium: [shortTime, caller, request, status, remark],
  narrow: [shortTime, request, status],
}
