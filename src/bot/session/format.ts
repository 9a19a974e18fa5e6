import type * as z from 'zod'
import { BotSetupError } from '../errors.js'
import { SessionError } from './errors.js'

/** Between a session's value and the text that is stored. */
export interface Format<Value> {
  /** @throws {SessionError} `invalid_value` for what does not fit, or would not come back as it was. */
  write(value: Value): Promise<{ readonly text: string; readonly value: Value }>
  /** Gives the value, or what does not fit. */
  read(stored: unknown): Promise<{ readonly value: Value } | { readonly problems: readonly string[] }>
}

export function createFormat<Schema extends z.ZodType>(session: string, schema: Schema): Format<z.output<Schema>> {
  const read: Format<z.output<Schema>>['read'] = async (stored) => {
    const result = await schema.safeDecodeAsync(stored as z.input<Schema>)
    return result.success ? { value: result.data } : { problems: problemsOf(result.error) }
  }
  return {
    read,
    async write(value) {
      const encoded = await schema.safeEncodeAsync(value)
      if (!encoded.success) throw unwritable(session, problemsOf(encoded.error))
      const text = jsonOf(encoded.data)
      if (text === undefined) throw unwritable(session, ['it has no JSON'])
      // A value such as a Date fits the schema, but what JSON makes of it does not: better told now than at the next message.
      const back = await read(JSON.parse(text))
      if ('problems' in back) throw unwritable(session, back.problems)
      return { text, value: back.value }
    },
  }
}

/** Makes sure that a schema can be used and that what the session begins with fits it. @throws {BotSetupError} */
export function checkInitial<Schema extends z.ZodType>(
  session: string,
  schema: Schema,
  initial: () => z.output<Schema>,
): void {
  const problems = problemsAtFirst(schema, initial)
  if (problems.length === 0) return
  throw new BotSetupError(
    'invalid_session',
    `The session '${session}' can't begin: what \`initial\` gives can't be kept (${problems.join('; ')}). ` +
      'Mend `initial` or the schema; JSON has no dates and the like, for which z.codec is made.',
  )
}

function problemsAtFirst<Schema extends z.ZodType>(schema: Schema, initial: () => z.output<Schema>): readonly string[] {
  try {
    const encoded = schema.safeEncode(initial())
    if (!encoded.success) return problemsOf(encoded.error)
    const text = jsonOf(encoded.data)
    if (text === undefined) return ['it has no JSON']
    const back = schema.safeDecode(JSON.parse(text))
    return back.success ? [] : problemsOf(back.error)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    // A schema that asks somebody can't be tried here; it is when the session is used.
    return problem.startsWith(zodsAsyncError) ? [] : [problem]
  }
}

/** The error is the zod's that made the schema, and has no name or code of its own. */
const zodsAsyncError = 'Encountered Promise during synchronous parse'

function unwritable(session: string, problems: readonly string[]): SessionError {
  return new SessionError(
    'invalid_value',
    `The session '${session}' can't be written: the value does not fit its schema (${problems.join('; ')}). ` +
      'Nothing was written. Mend the value or the schema; JSON has no dates and the like, for which z.codec is made.',
    { session, problems },
  )
}

/** Undefined for what JSON has no words for, such as a circle. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

const problemsOf = (error: z.core.$ZodError): readonly string[] =>
  error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
