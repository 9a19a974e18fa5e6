import { z } from 'zod'

/** Why a group cannot be deactivated. The spec shows the type `realm`; the others are assumed. @see spec 7 */
export const Objection = z.looseObject({
  type: z.string(),
  /** Names of the settings that use the group. */
  settings: z.array(z.string()).optional(),
  /** For `subgroup`: the groups of which it is a subgroup. */
  supergroup_ids: z.array(z.int()).optional(),
  /** For `channel`. */
  channel_id: z.int().optional(),
  /** For `user_group`. */
  group_id: z.int().optional(),
})
export type Objection = z.infer<typeof Objection>

/** The fields that an error body carries beyond `result`, `msg` and `code`, by code. @see spec 7 */
export const errorExtras = {
  /** The channel by ID, or by name where the request named it. */
  STREAM_DOES_NOT_EXIST: z.looseObject({ stream_id: z.int().optional(), stream: z.string().optional() }),
  CANNOT_DEACTIVATE_GROUP_IN_USE: z.looseObject({ objections: z.array(Objection) }),
  REQUEST_VARIABLE_MISSING: z.looseObject({ var_name: z.string() }),
  REQUEST_CONFUSING_VAR: z.looseObject({ var_name1: z.string(), var_name2: z.string() }),
  /** Seconds, with a fraction. */
  RATE_LIMIT_HIT: z.looseObject({ 'retry-after': z.number() }),
  BAD_REQUEST: z.looseObject({ parameters: z.string().optional() }),
} as const

/** A code whose extra fields are declared. */
export type CodeWithExtras = keyof typeof errorExtras

/** The typed extra fields of a code. */
export type ErrorExtras<Code extends string> = Code extends CodeWithExtras
  ? z.infer<(typeof errorExtras)[Code]>
  : Record<string, unknown>
