import * as z from 'zod/mini'
import type { ConfigurationProblem } from '../errors.js'
import type { SettingsTable, Source } from './sources.js'

/** Refuses a setting. @param advice (default: to give what the setting is) */
export type Refuse = (problem: string, advice?: string) => never

/** A setting whose value `read` makes of what is written (undefined if it is missing), or refuses. */
export function setting<Value>(read: (written: unknown, refuse: Refuse) => Value) {
  return z.pipe(
    z.optional(z.unknown()),
    z.transform((written, context): Value => {
      try {
        return read(written, refuse)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        const { message, advice } = error
        context.issues.push({ code: 'custom', input: written, message, params: { advice } })
        return z.NEVER
      }
    }),
  )
}

class Refused extends Error {
  readonly advice: string | undefined

  constructor(problem: string, advice: string | undefined) {
    super(problem)
    this.advice = advice
  }
}

function refuse(problem: string, advice?: string): never {
  throw new Refused(problem, advice)
}

/** Parses settings; undefined if any is missing or invalid, which is added to the problems. */
export function parseSettings<Name extends string, Settings>(
  schema: z.ZodMiniType<Settings>,
  table: Partial<SettingsTable<Name>>,
  source: Source<Name>,
  problems: ConfigurationProblem[],
): Settings | undefined {
  const { data, error } = schema.safeParse(Object.fromEntries(source.values))
  for (const issue of error?.issues ?? []) {
    const [name, ...inner] = issue.path as [Name, ...string[]]
    if (source.unusable.has(name)) continue
    const place = inner.length === 0 ? source.place(name) : { ...source.place(name), option: issue.path.join('.') }
    const advice = issue.code === 'custom' ? issue.params?.advice : undefined
    problems.push({ ...place, problem: issue.message, advice: advice ?? `Give ${table[name]?.what}.` })
  }
  return source.unusable.size > 0 ? undefined : data
}
