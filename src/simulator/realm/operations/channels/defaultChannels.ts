import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'
import { setDefaultChannel } from '../../seed/growing.js'
import { readableChannel } from './topics.js'

type Names = 'defaultStreams.add' | 'defaultStreams.remove'

export const defaultChannelOperations: { readonly [Name in Names]: Operation<Name> } = {
  'defaultStreams.add': byAccount(({ world, caller, params }) => {
    const channel = readableChannel(world, caller, params.stream_id)
    if (channel.isPrivate) refuse('privateChannelAsDefault')
    setDefaultChannel(world, channel, true)
    return {}
  }),

  'defaultStreams.remove': byAccount(({ world, caller, params }) => {
    setDefaultChannel(world, readableChannel(world, caller, params.stream_id), false)
    return {}
  }),
}
