import * as z from 'zod/mini'

/** The known operators. A leading `-` negates an operator. */
export type NarrowOperator =
  | ('channel' | 'stream' | 'channels' | 'streams' | 'topic' | 'subject' | 'sender' | 'from')
  | ('dm' | 'pm-with' | 'dm-including' | 'group-pm-with')
  | ('search' | 'is' | 'in' | 'has' | 'id' | 'near' | 'with')

// Each server decides which operators it knows, so any string can be sent.
type Operator = NarrowOperator | (string & {})

const text = z.string()
const pair = z.array(text).check(z.length(2)) as unknown as z.ZodMiniType<
  readonly [Operator, string],
  readonly [Operator, string]
>

const condition = z.object({
  operator: text,
  operand: z.union([z.string(), z.int(), z.array(z.int())]),
  negated: z.optional(z.boolean()),
}) as unknown as z.ZodMiniType<NarrowCondition, NarrowCondition>

/** A condition on messages. */
export interface NarrowCondition {
  readonly operator: Operator
  readonly operand: string | number | readonly number[]
  /** Match the messages that don't fulfil the condition. */
  readonly negated?: boolean | undefined
}

const narrowTerm = z.union([pair, condition])

/** A condition on messages, as an object or, in the older form, as an `[operator, operand]` pair. */
export type NarrowTerm = NarrowCondition | readonly [Operator, string]

/** Conditions on messages, all of which must hold. */
export const narrow = z._default(z.array(narrowTerm), [])

/** The index of the first invalid condition, and the server's reason for rejecting it. */
export function narrowMistake(terms: readonly unknown[]): { readonly at: number; readonly reason: string } | undefined {
  const at = terms.findIndex((term) => !narrowTerm.safeParse(term).success)
  return at < 0 ? undefined : { at, reason: `Value error, ${mistakeIn(terms[at])}` }
}

function mistakeIn(term: unknown): string {
  if (Array.isArray(term)) return 'element is not a string pair'
  if (typeof term !== 'object' || term === null) return 'dict or list required'
  const { operator, operand } = term as { readonly operator?: unknown; readonly operand?: unknown }
  if (operand === undefined || operand === null) return 'operand is missing'
  if (operator === undefined || operator === null) return 'operator is missing'
  return typeof operator === 'string' ? 'operand is not a string' : 'operator is not a string'
}
