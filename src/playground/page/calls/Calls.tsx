import { column, figure, shortTime, time, took } from '../inspector/cells.js'
import { Inspector } from '../inspector/Inspector.js'
import type { Room } from '../room.js'
import { type Column, marks } from '../ui/index.js'
import { CallDetail } from './CallDetail.js'
import { type CallRow, callFields, wordsOfCall } from './store.js'
import { calls, watchedCalls } from './watchedCalls.js'

/** The API calls and their answers. */
export function Calls() {
  return (
    <Inspector
      one="Call"
      all="Calls"
      rows={calls.rows}
      watched={watchedCalls}
      chosenBy="n"
      columns={callColumns}
      fields={callFields}
      wordsOf={wordsOfCall}
      leftOut={{
        unless: 'is:playground',
        says: 'Only the playground has called so far. Search for is:playground to see its calls.',
        holds: ({ isPlayground }) => isPlayground,
      }}
      hint="caller:echo endpoint:messages status:>=400 -is:faulted"
      empty="There were no calls yet."
      filters={[
        { label: 'Refused', term: 'is:error' },
        { label: 'Faulted', term: 'is:faulted' },
        { label: 'From here', term: 'is:playground' },
      ]}
      detail={(number) => <CallDetail number={number} />}
    />
  )
}

type Cells = Column<CallRow>

const caller: Cells = column('Caller', 'minmax(5rem, 1fr)', (row) =>
  row.caller === '' ? <span class="quiet-text">nobody</span> : <bdi>{row.caller}</bdi>,
)
const request: Cells = column('Call', 'minmax(8rem, 3fr)', ({ method, path, endpoint }) => (
  <>
    <span class="code quiet-text">{method || 'done'}</span> {path.replace(/^\/api\/v1/, '') || endpoint}
  </>
))
const status: Cells = column('Status', '3.75rem', (row) =>
  figure(row.status ?? '–', row.status === undefined ? 'quiet-text' : row.isError ? 'bad-text' : 'good-text'),
)
const remark: Cells = column('Remark', 'minmax(6rem, 2fr)', (row) => (
  <>
    {row.message && <span class="quiet-text">{row.message}</span>}
    {marks(row.isFaulted && 'fault', row.hasIgnored && 'ignored', row.isPlayground && 'playground')}
  </>
))

/** The columns of the list, by available width. */
const callColumns: Readonly<Record<Room, readonly Cells[]>> = {
  wide: [time, caller, request, status, took, remark],
  medium: [shortTime, caller, request, status, remark],
  narrow: [shortTime, request, status],
}
