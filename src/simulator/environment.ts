import type { Use } from './usage.js'

/** The variables of the process that the simulator runs in; none where there is no process. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return typeof process === 'undefined' ? {} : process.env
}

/**
 * What tells whoever started this process which parts of the service are used: one line of JSON each, in the file that
 * `EARSHOT_USAGE_FILE` names. Undefined where nobody asks.
 */
export function usageFile(): ((use: Use) => void) | undefined {
  const path = environment().EARSHOT_USAGE_FILE?.trim()
  if (path === undefined || path === '') return undefined
  const { appendFileSync } = process.getBuiltinModule('node:fs')
  return (use) => appendFileSync(path, `${JSON.stringify(use)}\n`)
}
