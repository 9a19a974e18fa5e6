import { ListenError } from '../../errors.js'
import { FaultError } from '../faults/faultError.js'
import { CheckpointError } from '../memory/checkpointError.js'
import { SimulatorOptionError } from '../options.js'
import { Refusal } from '../realm/refusal.js'
import { SeedFileError } from '../seedFile/index.js'
import { TranscriptNotKept } from '../transcript/keeper.js'

/** The control API says no. */
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

/** How an error looks to whoever called. */
export interface Problem {
  readonly status: number
  readonly code: string
  readonly message: string
  /** Every mistake, where there may be several. */
  readonly problems?: readonly unknown[]
}

/** What a caller is told of an error; undefined for one that is a bug. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof ControlError) return { status: error.status, code: error.code, message: error.message }
  if (error instanceof FaultError) {
    return { status: error.code === 'UNKNOWN_FAULT' ? 404 : 400, code: error.code, message: error.message }
  }
  if (error instanceof CheckpointError) return { status: 404, code: error.code, message: error.message }
  if (error instanceof SeedFileError) {
    return { status: 400, code: error.code, message: error.message, problems: error.problems }
  }
  if (error instanceof SimulatorOptionError || error instanceof ListenError) {
    return { status: 400, code: error.code, message: error.message }
  }
  if (error instanceof TranscriptNotKept) return { status: 409, code: error.code, message: error.message }
  if (error instanceof Refusal) {
    return { status: 400, code: error.error.code ?? 'BAD_REQUEST', message: error.message }
  }
  // What the simulator throws for a name that nobody has, or for a value that cannot be.
  if (error instanceof RangeError) return { status: 400, code: 'OUT_OF_RANGE', message: error.message }
  return undefined
}
