import { UserError } from 'earshot'
import { tool } from 'earshot/assistant'

/** What the model may do: the second writes where others see it, so an administrator approves it. */
export const tools = [
  tool('person <name>', { description: 'Looks up who somebody is, by their full name' }, async ({ name }, ctx) => {
    const { members } = await ctx.client.users.list()
    const found = members.find(({ full_name }) => full_name.toLowerCase() === name.trim().toLowerCase())
    if (found === undefined) throw new UserError(`There is nobody called ${name}.`)
    const { full_name, is_active, is_bot, timezone } = found
    return JSON.stringify({ full_name, is_active, is_bot, timezone })
  }),
  tool(
    'post <channel> <topic> <text>',
    { description: 'Posts a text to a topic of a channel', approve: { by: { role: 'administrator' }, timeout: '1h' } },
    async ({ channel, topic, text }, ctx) => {
      await ctx.client.messages.send({ type: 'stream', to: channel, topic, content: text })
      return 'It is posted.'
    },
  ),
  tool('leave', { description: 'Ends listening in this topic, once nobody needs you any more' }, async (_, ctx) => {
    await ctx.unfollow()
    return 'You only get messages here again that mention you. Say goodbye.'
  }),
]
