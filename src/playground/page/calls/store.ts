import type { JournalEntry } from '../../../simulator/journal/entries.js'
import { type Fields, timeFields } from '../../search.js'
import { liveRows } from '../liveRows.js'

type Call = Extract<JournalEntry, { kind: 'call' }>
type Answer = Extract<JournalEntry, { kind: 'answer' }>

/** What the list of calls shows of one. The rest is read when it is looked at. */
export interface CallRow {
  /** Number of the call in the journal. */
  readonly id: number
  /** UNIX milliseconds. */
  readonly at: number
  /** Empty for calls that were made without HTTP. */
  readonly method: string
  readonly path: string
  /** Empty where it led to none. */
  readonly endpoint: string
  /** Empty for nobody. */
  readonly caller: string
  readonly isPlayground: boolean
  /** How the parameters begin. */
  readonly said: string
  /** Of the answer; none while there is none. */
  readonly status: number | undefined
  /** Of a refusal. */
  readonly code: string
  readonly message: string
  readonly isError: boolean
  /** Milliseconds until it was answered. */
  readonly ms: number | undefined
  readonly isFaulted: boolean
  readonly hasIgnored: boolean
}

/** Every call of the service's API that the page knows of. */
export function createCalls(most = 100_000) {
  const rows = liveRows<CallRow>(most)
  return {
    rows,
    /** Takes on entries of the journal, in their order; some may come twice. */
    note(entries: readonly JournalEntry[]): void {
      for (const entry of entries) {
        const row = entry.kind === 'answer' && rows.find(entry.call)
        if (row) rows.put(answered(row, entry))
        else if (entry.kind === 'call' && !rows.find(entry.number)) rows.put(rowOf(entry))
      }
    },
  }
}

/** What calls can be searched by. */
export const callFields: Fields<CallRow> = {
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

/** What a word is looked for in. */
export function wordsOfCall({ caller, endpoint, method, path, status, code, message, said }: CallRow): string {
  return `${caller} ${endpoint} ${method} ${path} ${status ?? ''} ${code} ${message} ${said}`
}

function rowOf({ number, at, method, path, endpoint, caller, client, parameters, ignored, faults }: Call): CallRow {
  return {
    id: number,
    at,
    method: method ?? '',
    path: path ?? '',
    endpoint: endpoint ?? '',
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

function answered(row: CallRow, { at, status, answer }: Answer): CallRow {
  const { result, code, msg } = Object(answer) as Readonly<Record<string, unknown>>
  // An organisation may answer everything with 200, and then only the envelope tells.
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
