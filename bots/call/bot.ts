import { Bot, type Context, md } from 'earshot'
import { requireFeature, sayRefusal } from '../refusals.js'

/** Opens a video call for the people of a conversation. */
export function createCall(): Bot {
  const bot = new Bot({ name: 'call' })

  bot.command(
    'call [room...]',
    {
      description: 'Open a video call; the room is called as you say, or as the conversation that we are in',
      examples: ['call', 'call The Easter bread'],
      // Each call is a room of its own at the provider.
      cooldown: '10s',
    },
    async (ctx) => {
      await requireFeature(ctx, 'createCall')
      const room = namesOf(ctx.args.room ?? conversation(ctx))
      const { url } = await ctx.client.calls.create({ room_name: room }, { signal: ctx.signal })
      return `${md.link('Join the video call', url)}: ${md.escape(room)}`
    },
  )

  return bot.catch(sayRefusal)
}

function conversation({ message, bot }: Context): string {
  if (message.type === 'stream') {
    return message.subject === '' ? message.display_recipient : `${message.display_recipient} > ${message.subject}`
  }
  const people = message.display_recipient.filter(({ email }) => email !== bot.email)
  return people.map(({ full_name }) => full_name).join(', ')
}

/** Mentions as the names of those who are meant: the provider knows no mentions. */
const namesOf = (text: string) => text.replace(/@_?\*\*([^*|]+)(?:\|\d+)?\*\*/g, '$1')
