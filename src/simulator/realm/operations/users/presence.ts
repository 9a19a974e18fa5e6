import { apiEmail, mayAccessUser } from '../../messages/visibility.js'
import { byAccount, type Operation } from '../../operation.js'
import { isBot } from '../../users/accounts.js'
import { presenceShape } from '../../users/presence.js'

export const presenceOperations: { readonly 'presence.list': Operation<'presence.list'> } = {
  'presence.list': byAccount(({ world, caller }) => {
    const now = world.clock.now()
    const oldest = now - world.assumptions.presenceHistorySeconds * 1000
    const limited = world.assumptions.limitPresenceToAccessibleUsers
    const presences = [...world.state.accounts.values()]
      .filter((account) => account.isActive && !isBot(account))
      .filter((account) => !limited || mayAccessUser(world, caller, account))
      .flatMap((account) =>
        account.presence === undefined || account.presence.connected < oldest
          ? []
          : [[apiEmail(world, caller, account), presenceShape(world, account.presence)] as const],
      )
    return { server_timestamp: now / 1000, presences: Object.fromEntries(presences) }
  }),
}
