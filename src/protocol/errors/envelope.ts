import * as z from 'zod/mini'
import { type Entity, type Fields, object, useEnglishMessages } from '../entity.js'

useEnglishMessages()

/** The fields of every successful response. */
export const successEnvelope = {
  result: z.literal('success'),
  msg: z.string(),
  /** Names of the parameters that the endpoint doesn't support; from the level of `ignoredParameters` on. */
  ignored_parameters_unsupported: z.optional(z.array(z.string())),
}

export type SuccessEnvelope = z.infer<z.ZodMiniObject<typeof successEnvelope>>

const errorEnvelope = object({ result: z.literal('error'), msg: z.string(), code: z.optional(z.string()) })

/** The fields of every error response. Two responses of a real server (405 and 500) have no `code`. */
export interface ErrorEnvelope extends Fields<typeof errorEnvelope> {}
export const ErrorEnvelope: Entity<ErrorEnvelope, typeof errorEnvelope> = errorEnvelope
