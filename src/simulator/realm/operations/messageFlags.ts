import { changeFlag, checkFlag } from '../changingFlags.js'
import { listAround } from '../listing.js'
import { readNarrow } from '../narrow.js'
import { byAccount, type Operation } from '../operation.js'
import { refuse } from '../refusal.js'
import { readable } from './messages.js'

type Names = 'messages.updateFlags' | 'messages.updateFlagsInNarrow'

export const messageFlagOperations: { readonly [Name in Names]: Operation<Name> } = {
  'messages.updateFlags': byAccount(({ world, caller, params }) => {
    checkFlag(params.flag)
    const messages = [...new Set(params.messages)].map((id) => readable(world, caller, id))
    return { messages: changeFlag(world, caller, messages, params) }
  }),

  'messages.updateFlagsInNarrow': byAccount(({ world, caller, params }) => {
    const { anchor, num_before: before, num_after: after, include_anchor: includeAnchor } = params
    const narrow = readNarrow(world, caller, params.narrow)
    const maximum = world.assumptions.messagesPerRequest
    if (before + after > maximum) refuse('tooManyMessages', { maximum })
    if (!includeAnchor && before > 0 && after > 0) refuse('anchorOnlyExcludedAtEnd')
    checkFlag(params.flag)
    const found = listAround(world, caller, narrow, { anchor, before, after, includeAnchor })
    const { messages } = found
    return {
      processed_count: messages.length,
      updated_count: changeFlag(world, caller, messages, params).length,
      first_processed_id: messages[0]?.id ?? null,
      last_processed_id: messages.at(-1)?.id ?? null,
      found_oldest: found.foundOldest,
      found_newest: found.foundNewest,
    }
  }),
}
