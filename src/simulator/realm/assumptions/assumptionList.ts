import * as z from 'zod'
import { type AssumptionName, type AssumptionRow, type Assumptions, assumptionRows } from './assumptions.js'
import { type FixedAssumption, fixedAssumptions } from './fixedAssumptions.js'

/** One thing that the spec leaves open, as anybody may look at it. */
export interface ListedAssumption {
  readonly id: string
  /** The section of the spec that leaves it open. */
  readonly spec: string
  /** What is assumed. */
  readonly says: string
  /** What a real server might do instead. */
  readonly otherwise: string
  /** The simulator's option that changes it; null where it is part of the contract. */
  readonly option: string | null
  /** What it is unless changed, and what it is here; only where it has a value. */
  readonly default?: unknown
  readonly value?: unknown
  /** Every value that it may be given, as a JSON Schema. */
  readonly allowed?: unknown
}

/** Every assumption, those that an option changes first. */
export function listAssumptions(assumptions: Assumptions): readonly ListedAssumption[] {
  const changeable = (Object.keys(assumptionRows) as AssumptionName[]).map((id): ListedAssumption => {
    const { spec, says, otherwise, default: usual, allowed }: AssumptionRow<unknown> = assumptionRows[id]
    const { $schema: _, ...schema } = z.toJSONSchema(allowed)
    const value = assumptions[id]
    return { id, spec, says, otherwise, option: `assumptions.${id}`, default: usual, value, allowed: schema }
  })
  const fixed = Object.entries<FixedAssumption>(fixedAssumptions).map(
    ([id, { spec, says, otherwise, option = null }]): ListedAssumption => ({ id, spec, says, otherwise, option }),
  )
  return [...changeable, ...fixed]
}
