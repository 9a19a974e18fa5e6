import * as z from 'zod/mini'
import { type Entity, type Fields, object, useEnglishMessages } from '../entity.js'

useEnglishMessages()

/** What every success carries. @see spec 2.1 */
export const successEnvelope = {
  result: z.literal('success'),
  msg: z.string(),
  /** Names of the parameters that the endpoint does not support; from the level of `ignoredParameters` on. */
  ignored_parameters_unsupported: z.optional(z.array(z.string())),
}

export type SuccessEnvelope = z.infer<z.ZodMiniObject<typeof successEnvelope>>

const errorEnvelope = object({ result: z.literal('error'), msg: z.string(), code: z.optional(z.string()) })

/** What every refusal carries. Two answers of a real server (405 and 500) come without a `code`. @see spec 2.1 */
export interface ErrorEnvelope extends Fields<typeof errorEnvelope> {}
export const ErrorEnvelope: Entity<ErrorEnvelope, typeof errorEnvelope> = errorEnvelope
