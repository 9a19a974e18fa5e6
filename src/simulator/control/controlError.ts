import { EarshotError } from '../../errors.js'
import { ServeError } from '../../serveError.js'
import { FaultError } from '../faults/faultError.js'
import { CheckpointError } from '../memory/memory.js'
import { SimulatorOptionError } from '../public/options.js'
import { TranscriptNotKept } from '../public/transcriptKeeper.js'
import { Refusal } from '../realm/world/refusal.js'
import { SeedFileError } from '../seedFile/index.js'

/** A refusal of the control API. */
export class ControlError extends EarshotError {
  override readonly name = 'ControlError'
  readonly status: number

  constructor(status: number, code: string, message: string) {
    super(code, message)
    this.status = status
  }
}

/** An error as a caller sees it. */
export interface Problem {
  readonly status: number
  readonly code: string
  readonly message: string
  /** Every mistake, if there may be several. */
  readonly problems?: readonly unknown[]
}

/** The answer to an error; undefined for a bug. */
export function problemOf(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined
  const { message } = error
  if (error instanceof Refusal) return { status: 400, code: error.code, message }
  // Thrown by the simulator for an unknown name, or a value out of range.
  if (error instanceof RangeError) return { status: 400, code: 'out_of_range', message }
  if (!withCode.some((kind) => error instanceof kind)) return undefined
  const { code, problems, status = statuses[code] ?? 400 } = error as Error & Problem
  return { status, code, message, ...(problems !== undefined && { problems }) }
}

const withCode = [
  ControlError,
  FaultError,
  SeedFileError,
  SimulatorOptionError,
  ServeError,
  CheckpointError,
  TranscriptNotKept,
] as const

const statuses: Readonly<Record<string, number>> = { unknown_fault: 404, no_such_checkpoint: 404, not_kept: 409 }
