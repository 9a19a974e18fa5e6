import * as z from 'zod/mini'
import { own } from '../../values.js'
import { plainObject } from '../entity.js'
import type { ErrorFacts } from '../errors/errorBody.js'
import type { ErrorId } from '../errors/errors.js'

/** The known operators; which of them a server has depends on its level. */
type NarrowOperator =
  | ('channel' | 'stream' | 'channels' | 'streams' | 'topic' | 'sender')
  | ('dm' | 'pm-with' | 'dm-including' | 'group-pm-with')
  | ('search' | 'is' | 'in' | 'has' | 'id' | 'near' | 'with')

// Each server decides which operators it knows, so any string can be sent.
type Operator = NarrowOperator | (string & {})

const text = z.string()
const pair = z.array(text).check(z.length(2)) as unknown as z.ZodMiniType<
  readonly [Operator, string],
  readonly [Operator, string]
>

const condition = plainObject({
  operator: text,
  operand: z.union([z.string(), z.int(), z.array(z.int())]),
  negated: z.optional(z.boolean()),
}) as unknown as z.ZodMiniType<NarrowCondition, NarrowCondition>

/** A condition on messages. */
export interface NarrowCondition {
  readonly operator: Operator
  /** A string is a name or an address, a number is an ID: a channel named `2024` is `'2024'`, channel 2024 is `2024`. */
  readonly operand: string | number | readonly number[]
  /** Match the messages that don't fulfil the condition. */
  readonly negated?: boolean | undefined
}

const narrowTerm = z.union([pair, condition])

/** A condition on messages, as an object or, in the older form, as an `[operator, operand]` pair. */
export type NarrowTerm = NarrowCondition | readonly [Operator, string]

/** Conditions on messages, all of which must hold. */
export const narrow = z._default(z.array(narrowTerm), [])

/** Conditions on the messages of an event queue: pairs alone, of which few operators are supported. */
export const queueNarrow = z._default(z.array(pair), [])

/** What the operand of an operator may be. Of any other operator, it is a string. */
const operandKinds: Readonly<Record<string, OperandKind>> = {
  channel: 'string or integer',
  stream: 'string or integer',
  id: 'string or integer',
  sender: 'string or integer',
  'group-pm-with': 'string or integer',
  'dm-including': 'string or integer',
  with: 'string or integer',
  dm: 'string or integers',
  'pm-with': 'string or integers',
  search: 'filled string',
}

type OperandKind = 'string' | 'filled string' | 'string or integer' | 'string or integers'

interface NarrowMistake {
  readonly error: ErrorId
  readonly facts: ErrorFacts
}

/** The server's complaint about the first condition that it can't read, or whose operand has the wrong type. */
export function narrowMistake(terms: readonly unknown[]): NarrowMistake | undefined {
  for (const [at, term] of terms.entries()) {
    const mistake = mistakeIn(term, `narrow[${at}]`)
    if (mistake !== undefined) return mistake
  }
  return undefined
}

function mistakeIn(term: unknown, name: string): NarrowMistake | undefined {
  const invalid = (reason: string): NarrowMistake => ({
    error: 'invalidValue',
    facts: { name, reason: `Value error, ${reason}` },
  })
  if (Array.isArray(term)) {
    return pair.safeParse(term).success ? operandMistake(term[0], term[1]) : invalid('element is not a string pair')
  }
  if (typeof term !== 'object' || term === null) return invalid('dict or list required')
  const { operator, operand, negated } = term as { operator?: unknown; operand?: unknown; negated?: unknown }
  if (operand === undefined || operand === null) return invalid('operand is missing')
  if (operator === undefined || operator === null) return invalid('operator is missing')
  if (typeof operator !== 'string') return { error: 'notAString', facts: { name: `${name}["operator"]` } }
  if (negated !== undefined && typeof negated !== 'boolean') {
    return { error: 'notABoolean', facts: { name: `${name}["negated"]` } }
  }
  return operandMistake(operator, operand)
}

function operandMistake(operator: string, operand: unknown): NarrowMistake | undefined {
  const name = 'operand'
  const kind = own(operandKinds, operator)
  if (typeof operand === 'string') {
    return kind === 'filled string' && operand.trim() === '' ? { error: 'operandBlank', facts: { name } } : undefined
  }
  if (kind === 'string or integer') {
    return Number.isInteger(operand) ? undefined : { error: 'notAStringOrInteger', facts: { name } }
  }
  if (kind !== 'string or integers') return { error: 'notAString', facts: { name } }
  if (!Array.isArray(operand)) return { error: 'notAStringOrIntegers', facts: { name } }
  const at = operand.findIndex((one) => !Number.isInteger(one))
  return at < 0 ? undefined : { error: 'notAnInteger', facts: { name: `${name}[${at}]` } }
}
