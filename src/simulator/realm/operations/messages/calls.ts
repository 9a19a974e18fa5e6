import { limits, serverTexts } from '../../../../protocol/index.js'
import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'
import { cutText } from '../../texts.js'

export const callOperations: { readonly 'calls.create': Operation<'calls.create'> } = {
  'calls.create': byAccount(({ world, params }) => {
    const { callProvider: found } = world.assumptions
    const { callProvider: provider } = world.words
    if (found === 'unconfigured') refuse('callProviderNotConfigured', { provider })
    if (found === 'malformed answer') refuse('callNotCreated', { provider })
    if ('unreachable' in found) refuse('callProviderUnreachable', { provider, reason: found.unreachable })
    const room = cutText(params.room_name, limits.roomName, serverTexts.cut)
    const token = world.random.alphanumeric(8).toLowerCase()
    world.state.calls.push({ token, room })
    return { url: `${found.url}/index.php/call/${token}` }
  }),
}
