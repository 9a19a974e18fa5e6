import { useEffect, useMemo } from 'preact/hooks'
import { choice, choose } from '../address.js'
import { room } from '../room.js'
import { parseSearch } from '../search.js'
import { RowList } from '../ui/RowList.js'
import { SearchField } from '../ui/SearchField.js'
import { CallDetail } from './CallDetail.js'
import { callColumns } from './columns.js'
import { callChanges, calls, isLoadingCalls, watchCalls } from './live.js'
import { asksForPlayground, callFields, wordsOfCall } from './store.js'

/** What the service was asked, and what it said. */
export function Calls() {
  useEffect(watchCalls, [])
  const text = choice('q').value
  const chosen = choice('n').value
  const problems = useMemo(() => {
    const { matches, problems: found } = parseSearch(text, callFields, wordsOfCall)
    const isOpen = asksForPlayground(text)
    calls.rows.search((row) => (isOpen || !row.isPlayground) && matches(row))
    return found
  }, [text])
  callChanges.value
  const { shown, all } = calls.rows
  return (
    <div class="inspector">
      <div class="toolbar">
        <SearchField
          label="Search calls"
          problems={problems}
          hint="caller:echo endpoint:messages status:>=400 -is:faulted"
        />
        <span class="quiet-text small" role="status">
          {shown.length} of {all.length}
        </span>
      </div>
      <div class={chosen === '' ? 'split none-chosen' : 'split'}>
        <RowList
          label="Calls"
          rows={shown}
          columns={callColumns[room.value]}
          idOf={({ id }) => String(id)}
          chosen={chosen}
          onChoose={(n) => choose({ n })}
          onOpen={() => document.querySelector<HTMLElement>('.detail [role=tab][aria-selected=true]')?.focus()}
          empty={emptyText(all.length, text)}
        />
        <section class="detail" aria-label="Call">
          {chosen === '' ? (
            <p class="empty">Choose a call to see what was asked, how it was decided, and what was answered.</p>
          ) : (
            <CallDetail number={Number(chosen)} />
          )}
        </section>
      </div>
    </div>
  )
}

function emptyText(count: number, text: string): string {
  if (isLoadingCalls.value) return 'Reading …'
  if (count === 0) return 'Nobody has called the service yet.'
  return text === '' ? 'Nobody but the playground has called. is:playground shows its calls.' : 'No call is like that.'
}
