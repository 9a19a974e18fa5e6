import type { AnswerEntry, CallEntry, JournalEntry } from '../../../simulator/journal/entries.js'
import { type SearchFields, timeFields } from '../../search.js'
import { liveRows } from '../liveRows.js'

/** What the list shows of a call. The rest is loaded when it is opened. */
export interface CallRow {
  /** Number of the call in the journal. */
  readonly id: number
  /** UNIX milliseconds. */
  readonly at: number
  /** Empty for calls made without HTTP. */
  readonly method: string
  readonly path: string
  /** Empty if no endpoint matched. */
  readonly endpoint: string
  /** Empty for anonymous calls. */
  readonly caller: string
  readonly isPlayground: boolean
  /** The beginning of the parameters. */
  readonly said: string
  /** Status of the answer, if there is one yet. */
  readonly status: number | undefined
  /** Error code of a refusal. */
  readonly code: string
  readonly message: string
  readonly isError: boolean
  /** Milliseconds until it was answered. */
  readonly ms: number | undefined
  readonly isFaulted: boolean
  readonly hasIgnored: boolean
}

/** The API calls that the page knows. */
export function createCalls(most = 100_000) {
  const rows = liveRows<CallRow>(most)
  return {
    rows,
    /** Applies journal entries in order; some can arrive twice. */
    note(entries: readonly JournalEntry[]): void {
      for (const entry of entries) {
        const row = entry.kind === 'answer' && rows.find(entry.call)
        if (row) rows.put(answered(row, entry))
        else if (entry.kind === 'call' && !rows.find(entry.number)) rows.put(rowOf(entry))
      }
    },
  }
}

/** The search fields of calls. */
export const callFields: SearchFields<CallRow> = {
  caller: ({ caller }) => caller,
  endpoint: ({ endpoint }) => endpoint,
  method: ({ method }) => method,
  path: ({ path }) => path,
  status: { kind: 'number', of: ({ status }) => status },
  code: ({ code }) => code,
  ms: { kind: 'number', of: ({ ms }) => ms },
  ...timeFields,
  is: {
    kind: 'flags',
    flags: {
      error: ({ isError }) => isError,
      faulted: ({ isFaulted }) => isFaulted,
      ignored: ({ hasIgnored }) => hasIgnored,
      playground: ({ isPlayground }) => isPlayground,
    },
  },
}

/** The text that a search word is looked for in. */
export function wordsOfCall({ caller, endpoint, method, path, status, code, message, said }: CallRow): string {
  return `${caller} ${endpoint} ${method} ${path} ${status ?? ''} ${code} ${message} ${said}`
}

function rowOf(entry: CallEntry): CallRow {
  const { number, at, method = '', path = '', endpoint = '', caller, client, parameters, ignored, faults } = entry
  return {
    id: number,
    at,
    method,
    path,
    endpoint,
    caller: caller?.full_name ?? '',
    isPlayground: client === 'playground',
    said: parameters === undefined ? '' : JSON.stringify(parameters).slice(0, 200),
    status: undefined,
    code: '',
    message: '',
    isError: false,
    ms: undefined,
    isFaulted: faults !== undefined,
    hasIgnored: ignored !== undefined,
  }
}

function answered(row: CallRow, { at, status, answer }: AnswerEntry): CallRow {
  const { result, code, msg } = Object(answer) as Readonly<Record<string, unknown>>
  // An organisation can answer everything with 200; then only the envelope shows the result.
  const isError = status >= 400 || result === 'error'
  return {
    ...row,
    status,
    isError,
    code: isError && typeof code === 'string' ? code : '',
    message: isError && typeof msg === 'string' ? msg : '',
    ms: Math.max(0, at - row.at),
  }
}
