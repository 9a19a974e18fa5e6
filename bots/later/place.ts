import { type Context, UserError } from 'earshot'

/** The conversation that the message is in, without the bot, which would answer there. */
export function conversationOf({ message, bot }: Context) {
  if (message.type === 'stream') {
    return { type: 'channel', to: message.stream_id, topic: message.subject } as const
  }
  const people = message.display_recipient.filter(({ email }) => email !== bot.email)
  return { type: 'direct', to: people.map(({ id }) => id) } as const
}

/** A topic for what may have been meant for people so far: the server wants such a topic to have a name. */
export function inTopic({ stream_id, topic }: { readonly stream_id: number; readonly topic: string }) {
  if (topic === '') throw new UserError('I can move it only to a topic that has a name.')
  return { type: 'channel', to: stream_id, topic } as const
}
