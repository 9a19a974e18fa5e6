import { ListenError } from '../../errors.js'
import { FaultError } from '../faults/faultError.js'
import { CheckpointError } from '../memory/checkpointError.js'
import { SimulatorOptionError } from '../options.js'
import { Refusal } from '../realm/refusal.js'
import { SeedFileError } from '../seedFile/index.js'
import { TranscriptNotKept } from '../transcript/keeper.js'

/** A refusal of the control API. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** An error as a caller sees it. */
export interface Problem {
  readonly status: number
  readonly code: string
  readonly message: string
  /** Every mistake, where there may be several. */
  readonly problems?: readonly unknown[]
}

/** What a caller is told of an error; undefined if it is a bug. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof ControlError) return { status: error.status, code: error.code, message: error.message }
  if (error instanceof Refusal) {
    return { status: 400, code: error.error.code ?? 'BAD_REQUEST', message: error.message }
  }
  const known = statuses.find(([kind]) => error instanceof kind)
  if (known !== undefined) {
    const { code, message, problems } = error as Problem & Error
    const status = code === 'UNKNOWN_FAULT' ? 404 : known[1]
    return { status, code, message, ...(problems !== undefined && { problems }) }
  }
  // Thrown by the simulator for a name that nobody has, or a value out of range.
  if (error instanceof RangeError) return { status: 400, code: 'OUT_OF_RANGE', message: error.message }
  return undefined
}

/** The statuses of errors with a code. */
const statuses: readonly (readonly [kind: abstract new (...args: never[]) => Error, status: number])[] = [
  [FaultError, 400],
  [SeedFileError, 400],
  [SimulatorOptionError, 400],
  [ListenError, 400],
  [CheckpointError, 404],
  [TranscriptNotKept, 409],
]
