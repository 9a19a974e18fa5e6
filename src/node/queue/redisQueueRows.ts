import type { DeadLetter, JobEnd, LedgerLine, QueueEntry } from '../../bot/index.js'
import type { Taken } from '../../queue/index.js'
import type { RecentEntries } from './recentEntries.js'

/** An entry that was taken. */
export type TakenRow = [
  number: string,
  id: string,
  key: string,
  json: string,
  over: string,
  crashes: string,
  ledger: string,
]

export type DeadRow = [
  json: string,
  reason: DeadLetter['reason'],
  error: string,
  over: string | null,
  crashes: string | null,
  died: string,
  ledger: string | null,
]

export function takenOf([number, id, key, json, over, crashes, ledger]: TakenRow, recent: RecentEntries): Taken {
  return {
    lease: { id, number: Number(number) },
    entry: recent.take(id, key) ?? (JSON.parse(json) as QueueEntry),
    attempt: Number(over) + 1,
    crashes: Number(crashes),
    ledger: ledgerOf(ledger),
  }
}

export function letterOf([json, reason, error, over, crashes, died, ledger]: DeadRow): DeadLetter {
  return {
    entry: JSON.parse(json) as QueueEntry,
    reason,
    error,
    attempts: Number(over ?? 0) + 1,
    crashes: Number(crashes ?? 0),
    died: Number(died),
    ledger: ledgerOf(ledger ?? ''),
  }
}

/** What the script has to know of an end: when it comes again, or of what it died and what went wrong. */
export function partsOf(end: JobEnd): [at: number | string, reason: string, error: string] {
  return [
    'at' in end ? (end.at ?? '') : '',
    ...(end.kind === 'dead' ? ([end.reason, end.error] as const) : (['', ''] as const)),
  ]
}

function ledgerOf(json: string): LedgerLine[] {
  if (json === '') return []
  const lines = JSON.parse(json) as [key: string, outcome?: string | false, begun?: number][]
  return lines.map(([key, outcome, begun]) => ({
    key,
    ...(outcome && { outcome }),
    ...(begun !== undefined && { begun }),
  }))
}
