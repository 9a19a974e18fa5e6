import type { ApiError } from '../../client/errors/exchangeErrors.js'
import { errorMessage } from '../../values.js'
import type { Output } from './output.js'

/** Prints a sentence to standard error, and with `--json` an object with the server's own fields to standard output. */
export function reportFailure(output: Output, command: string, error: unknown): number {
  const { paint } = output.terminal.err
  const message = output.masked(errorMessage(error))
  output.note(`${paint('bad', `earshot ${command}:`)} ${message}`)
  if (output.json) output.terminal.out.write(failureLine(envelopeOf(error, message)))
  return notTried.has(codeOf(error) ?? '') ? exitCodes.notTried : exitCodes.failed
}

/** A failure as `--json` prints it: an object on one line, since lines may have been printed before it. */
export function failureLine(envelope: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(envelope)}\n`
}

function envelopeOf(error: unknown, message: string): Readonly<Record<string, unknown>> {
  if (isApiError(error)) return { result: 'error', msg: error.msg, code: error.code, ...error.extra }
  return { result: 'error', msg: message, code: codeOf(error) ?? 'failed' }
}

/** Checked by its fields: importing the class would load the whole contract, which most commands don't need. */
function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError' && 'msg' in error && 'extra' in error
}

/** Codes of errors that occur before anything is tried. */
const notTried: ReadonlySet<string> = new Set([
  'usage',
  'configuration',
  'invalid_option',
  'unknown_option',
  'invalid_parameter',
  'invalid_simulator_option',
  'invalid_seed_file',
  'invalid_fault',
  'invalid_transcript',
  'invalid_recording',
  'no_transcripts',
  'command_not_found',
  'bot_file_not_found',
  'no_typescript',
  'mcp_sdk_missing',
  'bot_not_loadable',
  'no_bot',
  'nothing_tried',
  'fast_check_missing',
  'stopped',
])

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Exit codes, so that scripts can tell a failure from wrong usage. */
export const exitCodes = {
  /** It succeeded. */
  worked: 0,
  /** It was tried and failed. */
  failed: 1,
  /** It couldn't be tried: wrong usage, or missing or invalid settings. */
  notTried: 2,
} as const
