import { isSubscribed, maySeeChannel } from '../../messages/visibility.js'
import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'
import { accessUser } from '../../search/lookup.js'
import type { Account, Channel } from '../../state.js'
import type { World } from '../../world.js'

type Names = 'streams.members' | 'subscriptions.isSubscribed'

export const subscriberOperations: { readonly [Name in Names]: Operation<Name> } = {
  'streams.members': byAccount(({ world, caller, params }) => {
    const { subscribers } = knownChannel(world, caller, params.stream_id)
    return { subscribers: subscribers.filter((id) => world.state.accounts.get(id)?.isActive === true) }
  }),

  'subscriptions.isSubscribed': byAccount(({ world, caller, params }) => {
    const access = { mayBeBot: true, mayBeDeactivated: false, toChange: false }
    const account = accessUser(world, caller, params.user_id, access)
    return { is_subscribed: isSubscribed(knownChannel(world, caller, params.stream_id), account) }
  }),
}

function knownChannel(world: World, caller: Account, id: number): Channel {
  const channel = world.state.channels.get(id)
  return channel !== undefined && maySeeChannel(caller, channel) ? channel : refuse('invalidChannelId')
}
