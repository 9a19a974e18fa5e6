import { withoutUndefined } from '../../values.js'

const checks = [
  'node',
  'configuration',
  'queue',
  'storage',
  'event loop',
  'proxy',
  'certificate',
  'server',
  'clock',
  'level',
  'credentials',
  'account',
  'owner',
  'access',
  'groups',
  'events',
  'retries',
  'token',
  'channels',
  'address',
  'wrong token',
] as const
export type CheckName = (typeof checks)[number]

/** The result of a check: `skipped` if it couldn't be made. */
export type CheckStatus = 'ok' | 'warning' | 'failed' | 'skipped'

/** One line of a diagnosis. It never holds a secret. */
export interface Finding {
  readonly check: CheckName
  readonly status: CheckStatus
  /** The bot's address; undefined for findings about all bots. */
  readonly bot?: string
  readonly message: string
  readonly advice?: string
}

export interface Diagnosis {
  readonly result: 'ok' | 'warning' | 'failed'
  /** Whether any server was checked. */
  readonly tried: boolean
  readonly findings: readonly Finding[]
}

export function diagnosisOf(findings: readonly Finding[], tried: boolean): Diagnosis {
  const has = (status: CheckStatus) => findings.some((one) => one.status === status)
  return { result: has('failed') ? 'failed' : has('warning') ? 'warning' : 'ok', tried, findings }
}

export function about(check: CheckName, bot?: string) {
  const line = (status: CheckStatus) => (message: string, advice?: string) =>
    withoutUndefined({ check, status, bot, message, advice }) as Finding
  return { ok: line('ok'), warning: line('warning'), failed: line('failed'), skipped: line('skipped') }
}
