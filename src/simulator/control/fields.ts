import * as z from 'zod'

/** A count or an ID in the path or the query, where everything is text. */
export const wholeNumber = z.coerce.number().int().min(0)

/** The position in a list that is read in pages. */
export const since = wholeNumber.default(0).describe('Only what comes after this number.')
export const limit = z.coerce.number().int().min(1).max(1000).default(100).describe('At most so many.')

/** Somebody, by ID, by name or by real address. */
export const who = z.union([z.int(), z.string().min(1)]).describe('Somebody, by ID, by name or by real address.')

/** The same in a query or path, where digits alone are an ID. */
export const whoInText = z
  .string()
  .min(1)
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : text))
  .describe('Somebody, by ID, by name or by real address.')

/** UNIX milliseconds by the simulator's clock. */
export const time = z.number().describe("UNIX milliseconds by the simulator's clock.")

/** Where a bot takes its deliveries. */
export const address = z.url({ protocol: /^https?$/ }).describe('An address that begins with http:// or https://.')
