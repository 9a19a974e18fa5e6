import * as z from 'zod/mini'

/** Reads what is mistyped as if it were missing: no refusal is worth losing over one of its details. */
const lenient = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined)

/** Why a group cannot be deactivated. The spec shows the type `realm`; the others are assumed. @see spec 7 */
export const Objection = z.looseObject({
  type: z.catch(z.string(), 'unknown'),
  /** Names of the settings that use the group. */
  settings: lenient(z.array(z.string())),
  /** For `subgroup`: the groups of which it is a subgroup. */
  supergroup_ids: lenient(z.array(z.int())),
  /** For `channel`. */
  channel_id: lenient(z.int()),
  /** For `user_group`. */
  group_id: lenient(z.int()),
})
export type Objection = z.infer<typeof Objection>

/** The fields that an error body carries beyond `result`, `msg` and `code`, by code. @see spec 7 */
export const errorExtras = {
  /** The channel by ID, or by name where the request named it. */
  STREAM_DOES_NOT_EXIST: z.looseObject({ stream_id: lenient(z.int()), stream: lenient(z.string()) }),
  /** Empty where a server does not say. */
  CANNOT_DEACTIVATE_GROUP_IN_USE: z.looseObject({ objections: z.catch(z.array(Objection), []) }),
  CANNOT_DEACTIVATE_LAST_USER: z.looseObject({ is_last_owner: lenient(z.boolean()), entity: lenient(z.string()) }),
  INVITATION_FAILED: z.looseObject({
    /** For each address that was not invited: the address, why, and whether its account is deactivated. */
    errors: z.catch(z.array(z.array(z.union([z.string(), z.boolean()]))), []),
    /** Whether the others were invited. */
    sent_invitations: lenient(z.boolean()),
  }),
  SYSTEM_GROUP_REQUIRED: z.looseObject({ setting_name: lenient(z.string()) }),
  REQUEST_VARIABLE_MISSING: z.looseObject({ var_name: lenient(z.string()) }),
  REQUEST_CONFUSING_VAR: z.looseObject({ var_name1: lenient(z.string()), var_name2: lenient(z.string()) }),
  /** Seconds, with a fraction. */
  RATE_LIMIT_HIT: z.looseObject({ 'retry-after': lenient(z.number().check(z.minimum(0))) }),
  CHANNEL_ALREADY_EXISTS: z.looseObject({ channel_name: lenient(z.string()) }),
  /** The queue is gone: make another. */
  BAD_EVENT_QUEUE_ID: z.looseObject({ queue_id: lenient(z.string()) }),
  BAD_REQUEST: z.looseObject({
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
