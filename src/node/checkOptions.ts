import type { TraceOptions } from '../opentelemetry/tracing.js'
import { type OptionNames, unknownOption } from '../text/index.js'
import { ConfigurationError } from './errors.js'
import type { Timeouts } from './http/options.js'
import type { TlsFiles } from './http/tls.js'

/** @throws {ConfigurationError} for an unknown option. */
export function checkOptions(called: string, options: object, known: Readonly<Record<string, true>>): void {
  const unknown = [
    unknownOption(options, known),
    ...Object.entries(options).map(([name, value]) => {
      const nested = Object.hasOwn(known, name) ? nestedOptions[name] : undefined
      return nested && unknownOption(Object(value ?? {}), nested)
    }),
  ].find((problem) => problem !== undefined)
  if (unknown === undefined) return
  const where = `the options of ${called}`
  throw new ConfigurationError([{ where, option: unknown.name, problem: 'is unknown', advice: unknown.advice }])
}

/** Options that are objects with options of their own. The receiver and the listener check theirs. */
const nestedOptions: Readonly<Record<string, Readonly<Record<string, true>>>> = {
  timeouts: { headers: true, body: true, idle: true } satisfies OptionNames<Timeouts>,
  tls: { cert: true, key: true } satisfies OptionNames<TlsFiles>,
  traces: { adopt: true, propagate: true } satisfies OptionNames<TraceOptions>,
}
