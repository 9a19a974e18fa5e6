import { topicForMessage } from '../../channels/topics.js'
import { checkSending, conversationWith } from '../../messages/recipients.js'
import { apiEmail } from '../../messages/visibility.js'
import { byAccount, type Operation, type OwnCall } from '../../operation.js'
import { refuse } from '../../refusal.js'
import { readableChannel } from '../channels/topics.js'
import { isForChannel } from './messages.js'

export const typingOperations: { readonly 'typing.send': Operation<'typing.send'> } = {
  'typing.send': byAccount((call) => {
    if (isForChannel(call.params.type)) tellChannel(call)
    else tellUsers(call)
    return {}
  }),
}

function tellUsers({ world, caller, params }: OwnCall<'typing.send'>): void {
  const { op, to } = params
  if (to === undefined) refuse('missingRecipients')
  if (to.length === 0) refuse('noRecipients')
  const { userIds } = conversationWith(world, caller, to)
  world.emit('typing', userIds, {
    op,
    message_type: 'direct',
    sender: person(caller.id),
    recipients: userIds.map(person),
  })

  function person(id: number) {
    const account = world.state.accounts.get(id) ?? caller
    return { user_id: id, email: apiEmail(world, undefined, account) }
  }
}

/** Goes to those who are subscribed, but for the caller. */
function tellChannel({ world, caller, params }: OwnCall<'typing.send'>): void {
  const { op, stream_id: id, topic: given } = params
  if (id === undefined) refuse('missingChannelOfTopic')
  if (given === undefined) refuse('missingTopic')
  const channel = readableChannel(world, caller, id)
  checkSending(world, caller, channel)
  const sender = { user_id: caller.id, email: apiEmail(world, undefined, caller) }
  const audience = channel.subscribers.filter((one) => one !== caller.id)
  const topic = topicForMessage(world, given)
  world.emit('typing', audience, { op, message_type: 'stream', sender, stream_id: channel.id, topic })
}
