import * as z from 'zod/mini'
import { useEnglishMessages } from '../entity.js'
import { codePoints } from '../rules/limits.js'
import { checkedLaterMark, quotedMark, topicMark } from './wireKind.js'

useEnglishMessages()

/**
 * The kinds of parameters. A parameter's encoding (text or JSON) follows from its schema, see `encoding.ts`; the server's
 * error for a bad value follows from the schema's issue, see `decoding.ts`. An issue whose message contains `{name}` has
 * the server's own wording.
 */

export const id = z.int()

/** Text of at most `limit` code points, not counting the white space around it. */
export function textUpTo(limit: number) {
  return z.string().check((context) => {
    if (codePoints(context.value.trim()) <= limit) return
    context.issues.push({
      code: 'too_big',
      origin: 'string',
      maximum: limit,
      inclusive: true,
      input: context.value,
      message: `Must be at most ${limit} code points long`,
    })
  })
}

/** A string that is encoded as JSON, in quotes. */
export const quotedText = z.string().register(z.globalRegistry, { [quotedMark]: true })

/** A topic in a request. At most `max_topic_length` code points. */
export const topicName = z.string().register(z.globalRegistry, { [topicMark]: true })

/** One of a fixed list of words. For any other, the server answers `Invalid <name>`; with `z.enum`, that it isn't listed. */
export function word<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, { error: () => 'Invalid {name}' })
}

/** Where a message goes: a channel by ID or name, or users by ID or address; encoded as plain text or as JSON. */
export const target = z.union([z.int(), z.string(), z.array(z.int()), z.array(z.string())])

/** A parameter whose bad values the endpoint refuses in its own words, after other checks. */
export function checkedLater<Schema extends z.ZodMiniType>(schema: Schema, when: 'given' | 'always' = 'given'): Schema {
  z.globalRegistry.add(schema, { [checkedLaterMark]: when })
  return schema
}

/** A file to upload. */
export const file = z.custom<Blob>((value) => value instanceof Blob, { error: 'Must be a Blob or File' })
