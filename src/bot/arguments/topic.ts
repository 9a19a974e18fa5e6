import { asCode, codeSafe, nearest } from '../../text/index.js'
import { shortened } from '../../values.js'
import type { Context } from '../context.js'
import { UserError } from '../errors.js'
import { foundAt } from './foundAt.js'
import { lookedUp } from './lookedUp.js'
import type { ArgumentKind } from './place.js'

/** A topic that somebody linked in a command. */
export interface TopicArgument {
  /** As it was typed. */
  readonly text: string
  /** The name of the channel, as it was typed. */
  readonly channel: string
  /** May be empty. */
  readonly topic: string
  /**
   * Asks the server which channel that is, once for all calls. A topic needs no messages to be one.
   *
   * @throws {UserError} when the bot can see no channel of that name; the sender reads which argument is wrong.
   */
  lookUp(): Promise<{ readonly stream_id: number; readonly topic: string }>
}

export const topicKind: ArgumentKind<TopicArgument> = {
  get expected() {
    return `a channel and topic, such as ${asCode('#**kitchen>lunch**')}`
  },
  take({ text, at, isCode }) {
    const link = isCode(at) ? undefined : foundAt(/#\*\*([^*>]+)>([^*]*)\*\*/y, text, at)
    if (!link) return undefined
    const [typed, channel = '', rest = ''] = link
    // A link to one message of the topic ends in the message's ID.
    const topic = rest.replace(/@\d{1,15}$/, '')
    return {
      end: at + typed.length,
      value: (ctx, argument) => ({
        text: typed,
        channel,
        topic,
        lookUp: lookedUp(async () => ({ stream_id: await findChannel(ctx, channel, argument), topic })),
      }),
    }
  },
}

async function findChannel({ client, signal, message }: Context, name: string, argument: string): Promise<number> {
  const isIt = (other: string) => other.toLowerCase() === name.toLowerCase()
  // The channel that the message is in may be one that a listing does not show to the bot.
  if (message.type === 'stream' && isIt(message.display_recipient)) return message.stream_id
  const { streams } = await client.streams.list({}, { signal })
  const channel = streams.find((stream) => stream.name === name) ?? streams.find((stream) => isIt(stream.name))
  if (channel) return channel.stream_id
  // Only what everybody may know of is suggested.
  const open = streams.filter(({ invite_only }) => !invite_only).map((stream) => stream.name)
  const meant = nearest(name, open)
  const question = meant === undefined ? '' : ` Did you mean ${codeSafe(`#**${meant}**`)}?`
  throw new UserError(`${asCode(argument)}: I know no channel called ${codeSafe(shortened(name))}.${question}`)
}
