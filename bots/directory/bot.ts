import { type Access, Bot, md, UserError } from 'earshot'
import { moved } from '../moved.js'
import { sayRefusal } from '../refusals.js'
import { emojiList } from './emoji.js'
import { fieldList } from './fields.js'
import { folderList } from './folders.js'

/** Shows how the organisation is laid out: channels by folder, its own emoji, the fields of profiles. */
export function createDirectory(): Bot {
  const bot = new Bot({ name: 'directory' })

  bot.command(
    'folders [which:current|all]',
    {
      description: 'List the channels by folder; with `all`, archived folders too',
      examples: ['folders all'],
      access: whoMaySeeEverything,
    },
    async ({ client, signal, args }) => {
      const include_archived = args.which === 'all'
      const { channel_folders } = await client.channelFolders.list({ include_archived }, { signal })
      const { streams } = await client.streams.list({}, { signal })
      // The bot may be in private channels that others have no business to know of.
      const open = streams.filter(({ invite_only }) => !invite_only)
      return folderList(channel_folders, open)
    },
  )

  bot.command(
    'emoji',
    { description: 'List the emoji that people here have made', access: whoMaySeeEverything },
    async ({ client, signal }) => {
      const { emoji } = await client.emoji.list({}, { signal })
      const { members } = await client.users.list({}, { signal })
      return emojiList(Object.values(emoji), members)
    },
  )

  bot.command('fields', { description: 'List the fields of a profile, in their order' }, async ({ client, signal }) => {
    const { custom_fields } = await client.profileFields.list({}, { signal })
    return custom_fields.length === 0 ? 'Profiles have no fields of their own here.' : fieldList(custom_fields)
  })

  bot.command(
    'move field <name:quoted> to <place:integer>',
    {
      description: 'Put a field of the profiles elsewhere; asks first',
      examples: ['move field "First day" to 1'],
      access: 'administrator',
    },
    async (ctx) => {
      const { client, signal, args } = ctx
      const { custom_fields: fields } = await client.profileFields.list({}, { signal })
      // What was asked about is what is done, even if somebody else sets the order before the answer comes.
      const order = await ctx.once('order', () => {
        const field = fields.find(({ name }) => name.toLowerCase() === args.name.toLowerCase())
        if (field === undefined)
          throw new UserError(`No field is called ${md.code(args.name)}.\n\n${fieldList(fields)}`)
        return moved(fields, field, args.place).map(({ id }) => id)
      })
      const ordered = order.flatMap((id) => fields.filter((field) => field.id === id))
      const question = `Profiles would show their fields in this order. Is that right? yes / no\n\n${fieldList(ordered)}`
      const answer = await ctx.ask(question, { choices: ['yes', 'no'], timeout: '5m' })
      if (answer === 'no') return 'The order stays as it is.'
      await client.profileFields.reorder({ order }, { signal })
      return 'The order is set.'
    },
  )

  return bot.catch(sayRefusal)
}

/** Guests see the channels that they are in and may not see everybody, and the bot does not see for them what they may not. */
const whoMaySeeEverything: Access = 'member'
