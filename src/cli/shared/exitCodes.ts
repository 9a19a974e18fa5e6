/** Exit codes, so that scripts can tell a failure from wrong usage. */
export const exitCodes = {
  /** It did what it was asked for. */
  worked: 0,
  /** It tried, and what was asked for failed. */
  failed: 1,
  /** It could not be tried: wrong usage, or settings that are missing or can't be used. */
  notTried: 2,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
