import * as z from 'zod/mini'
import { endpoint } from '../endpoint.js'
import { errors } from '../errors.js'
import { id, word } from '../parameters.js'
import { listMessages } from './messages.js'

const change = {
  op: word(['add', 'remove']),
  /** `read`, `starred` or `collapsed`. */
  flag: z.string(),
}
const refusals = [errors.invalidFlag, errors.flagNotEditable]

export const updateFlags = endpoint({
  name: 'messages.updateFlags',
  method: 'POST',
  path: '/messages/flags',
  spec: 'companion',
  summary: "Add or remove one of the caller's flags on messages.",
  access: 'account',
  params: { messages: z.array(id), ...change },
  response: {
    /** Those that were changed. */
    messages: z.array(z.int()),
  },
  errors: [...refusals, errors.invalidMessages],
  repeatable: 'always',
})

const { anchor, include_anchor, narrow } = listMessages.params

export const updateFlagsInNarrow = endpoint({
  name: 'messages.updateFlagsInNarrow',
  method: 'POST',
  path: '/messages/flags/narrow',
  spec: 'companion',
  summary: "Add or remove one of the caller's flags on the messages around an anchor.",
  access: 'account',
  params: {
    anchor: anchor.def.innerType,
    include_anchor,
    num_before: z.int().check(z.minimum(0)),
    num_after: z.int().check(z.minimum(0)),
    narrow,
    ...change,
  },
  response: {
    processed_count: z.int(),
    updated_count: z.int(),
    /** Null where nothing fitted. */
    first_processed_id: z.nullable(z.int()),
    last_processed_id: z.nullable(z.int()),
    found_oldest: z.boolean(),
    found_newest: z.boolean(),
  },
  errors: [...refusals, errors.tooManyMessages, errors.anchorOnlyExcludedAtEnd, errors.badNarrow],
  repeatable: 'always',
})
