/** Whether somebody is there: now, lately, or not. */
export type Presence = 'active' | 'idle' | 'offline'

/** The last report of somebody's presence. */
export interface Report {
  readonly status: string
  /** UNIX seconds. */
  readonly timestamp: number
}

/** Whether somebody is there. A report counts for so many seconds, as the server says when a client begins. */
export function presenceOf(report: Report | undefined, now: number, seconds: number): Presence {
  if (report === undefined || now - report.timestamp > seconds) return 'offline'
  return report.status === 'active' ? 'active' : 'idle'
}

/** In words, for who doesn't see the dot. */
export const presenceWords: Readonly<Record<Presence, string>> = {
  active: 'active',
  idle: 'idle',
  offline: 'not here',
}
