import { Inspector } from '../inspector/Inspector.js'
import { CallDetail } from './CallDetail.js'
import { callColumns } from './columns.js'
import { calls, watchedCalls } from './live.js'
import { asksForPlayground, callFields, wordsOfCall } from './store.js'

/** What the service was asked, and what it said. */
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
      leavesOut={({ isPlayground }, search) => isPlayground && !asksForPlayground(search)}
      hint="caller:echo endpoint:messages status:>=400 -is:faulted"
      empty={(count, search) =>
        count === 0
          ? 'Nobody has called the service yet.'
          : search === ''
            ? 'Nobody but the playground has called. is:playground shows its calls.'
            : 'No call is like that.'
      }
      unchosen="Choose a call to see what was asked, how it was decided, and what was answered."
      detail={(number) => <CallDetail number={number} />}
    />
  )
}
