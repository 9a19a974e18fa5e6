import * as z from 'zod/mini'
import { type Entity, type Fields, object } from '../entity.js'
import type { ErrorId, errors } from './errors.js'

/** A mistyped field counts as missing: one wrong detail must not hide the error itself. */
const lenient = <Schema extends z.ZodMiniType>(schema: Schema) => withFallback(z.optional(schema), undefined)

/** As `z.catch`, which would bring all of zod's helpers into a bundle. */
function withFallback<Schema extends z.ZodMiniType>(innerType: Schema, value: z.output<Schema>) {
  return new z.ZodMiniCatch({ type: 'catch', innerType, catchValue: () => value }) as z.ZodMiniCatch<Schema>
}

const objection = object({
  type: withFallback(z.string(), 'unknown'),
  /** Names of the settings that use the group. */
  settings: lenient(z.array(z.string())),
  /** For `subgroup`: the groups that it is a subgroup of. */
  supergroup_ids: lenient(z.array(z.int())),
  /** For `channel`. */
  channel_id: lenient(z.int()),
  /** For `user_group`. */
  group_id: lenient(z.int()),
})

/** Why a group cannot be deactivated. All types but `realm` are assumed. */
export interface Objection extends Fields<typeof objection> {}
export const Objection: Entity<Objection, typeof objection> = objection

/** The fields that an error body carries beyond `result`, `msg` and `code`, by code. */
export const errorExtras = {
  /** The channel by ID, or by name if the request named it. */
  STREAM_DOES_NOT_EXIST: object({ stream_id: lenient(z.int()), stream: lenient(z.string()) }),
  /** Empty if the server doesn't send any. */
  CANNOT_DEACTIVATE_GROUP_IN_USE: object({ objections: withFallback(z.array(Objection), []) }),
  CANNOT_DEACTIVATE_LAST_USER: object({ is_last_owner: lenient(z.boolean()), entity: lenient(z.string()) }),
  INVITATION_FAILED: object({
    /** For each address that wasn't invited: the address, the reason, and whether its account is deactivated. */
    errors: withFallback(z.array(z.array(z.union([z.string(), z.boolean()]))), []),
    /** Whether the other addresses were invited. */
    sent_invitations: lenient(z.boolean()),
  }),
  EXPECTATION_MISMATCH: object({
    /** The parameter whose value was expected to be another. */
    field_name: lenient(z.string()),
  }),
  /** A move of a whole topic, some of whose messages are too old. */
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: object({
    first_message_id_allowed_to_move: lenient(z.int()),
    total_messages_in_topic: lenient(z.int()),
    total_messages_allowed_to_move: lenient(z.int()),
  }),
  SYSTEM_GROUP_REQUIRED: object({ setting_name: lenient(z.string()) }),
  REQUEST_VARIABLE_MISSING: object({ var_name: lenient(z.string()) }),
  REQUEST_CONFUSING_VAR: object({ var_name1: lenient(z.string()), var_name2: lenient(z.string()) }),
  /** Seconds, with a fraction. */
  RATE_LIMIT_HIT: object({ 'retry-after': lenient(z.number().check(z.minimum(0))) }),
  CHANNEL_ALREADY_EXISTS: object({ channel_name: lenient(z.string()) }),
  /** What is wrong with the condition. */
  BAD_NARROW: object({ desc: lenient(z.string()) }),
  /** The queue is gone: register a new one. */
  BAD_EVENT_QUEUE_ID: object({ queue_id: lenient(z.string()) }),
  BAD_REQUEST: object({
    parameters: lenient(z.string()),
    /** What is wrong with a linkifier, by field. */
    errors: lenient(z.record(z.string(), z.array(z.string()))),
  }),
} as const

/** A code whose extra fields are declared. */
export type CodeWithExtras = keyof typeof errorExtras

/** The typed extra fields of a code. */
export type ErrorExtras<Code extends string> = Code extends CodeWithExtras
  ? z.infer<(typeof errorExtras)[Code]>
  : Record<string, unknown>

/**
 * Codes of authentication errors. Over Basic authentication a server sends the first; the others are documented for it,
 * and session paths use them.
 */
export const authenticationCodes = ['UNAUTHORIZED', 'INVALID_API_KEY', 'USER_DEACTIVATED', 'REALM_DEACTIVATED'] as const

type DeclaredCode = Extract<(typeof errors)[ErrorId], { readonly code: string }>['code']

/** A code that the server is known to send; `HTTP_` and the status if it sends none. */
export type ErrorCode = DeclaredCode | CodeWithExtras | (typeof authenticationCodes)[number] | `HTTP_${number}`
