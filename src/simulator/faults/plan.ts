import type { Fault } from './fault.js'
import { FaultError } from './faultError.js'
import { parseFault, printFault } from './sentence.js'

/** Reads a plan: one sentence a line; empty lines and those that begin with `#` say nothing. @throws {FaultError} */
export function parsePlan(text: string): Fault[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (/^\s*(#|$)/.test(line)) return []
    try {
      return [parseFault(line)]
    } catch (error) {
      if (!(error instanceof FaultError)) throw error
      throw new FaultError(error.code, `Line ${index + 1}: ${error.message}`, { ...partsOf(error), line: index + 1 })
    }
  })
}

/** Prints a plan, one sentence a line. Reading it gives the same plan. */
export function printPlan(plan: readonly Fault[]): string {
  return plan.map((fault) => `${printFault(fault)}\n`).join('')
}

function partsOf({ sentence, word, suggestion }: FaultError) {
  return {
    ...(sentence !== undefined && { sentence }),
    ...(word !== undefined && { word }),
    ...(suggestion !== undefined && { suggestion }),
  }
}
