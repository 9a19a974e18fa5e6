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
export type Check = (typeof checks)[number]

/** The result of a check: `skipped` if it couldn't be made. */
export type Status = 'ok' | 'warning' | 'failed' | 'skipped'

/** One line of a diagnosis. It never holds a secret. */
export interface Finding {
  readonly check: Check
  readonly status: Status
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
  const has = (status: Status) => findings.some((one) => one.status === status)
  return { result: has('failed') ? 'failed' : has('warning') ? 'warning' : 'ok', tried, findings }
}

export function about(check: Check, bot?: string) {
  const line =
    (status: Status) =>
    (message: string, advice?: string): Finding => ({
      check,
      status,
      ...(bot !== undefined && { bot }),
      message,
      ...(advice !== undefined && { advice }),
    })
  return { ok: line('ok'), warning: line('warning'), failed: line('failed'), skipped: line('skipped') }
}
