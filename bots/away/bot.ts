import { type Access, Bot, type Context, md, UserError } from 'earshot'
import { presenceText } from '../presence.js'
import { requireFeature, sayRefusal } from '../refusals.js'
import { presentText } from './present.js'
import { noStatus, readStatus, type Status, statusText } from './status.js'

/** Tells who is there and what they are doing, and sets the status: one's own, and for administrators anybody's. */
export function createAway(): Bot {
  const bot = new Bot({ name: 'away' })

  bot.command(
    'away [status...]',
    { description: 'Tell everybody that you are away', examples: ['away', 'away :airplane: until Monday'] },
    async (ctx) => {
      const status = readStatus(ctx.args.status ?? 'away')
      await setOwnStatus(ctx, status)
      return `Your status is now: ${statusText(status)}`
    },
  )

  bot.command('back', { description: 'Clear your status' }, async (ctx) => {
    await setOwnStatus(ctx, noStatus)
    return 'Welcome back. Your status is cleared.'
  })

  bot.command(
    'who is here',
    { description: 'List who is there, and who was within the last hour', access: whoMaySeeEverybody },
    async ({ client, signal }) => {
      const { members } = await client.users.list({}, { signal })
      return presentText(members, await client.presence.list({}, { signal }))
    },
  )

  bot.command(
    'where is <who:user>',
    {
      description: 'Tell when somebody was last there, and their status',
      examples: ['where is @_**Iago**'],
      access: whoMaySeeEverybody,
    },
    async ({ client, args, signal }) => {
      const who = await args.who.lookUp()
      if (who.is_bot) throw new UserError(`${md.silentMention(who)} is a bot, which is nowhere.`)
      if (!who.is_active) throw new UserError(`${md.silentMention(who)} has left: the account is deactivated.`)
      const { presences, server_timestamp } = await client.presence.list({}, { signal })
      const canTell = await client.supports('users.getStatus')
      const { status } = canTell ? await client.users.getStatus({ user_id: who.user_id }, { signal }) : { status: {} }
      const shown = statusText({ status_text: '', emoji_name: '', ...status })
      const presence = presenceText(presences[who.email], server_timestamp)
      return `${md.silentMention(who)}: ${presence}${shown === '' ? '' : ` Status: ${shown}`}`
    },
  )

  bot.command(
    'set status of <who:user> [status...]',
    {
      description: "Set somebody's status, or clear it, for administrators; asks first",
      examples: ['set status of @_**Hamlet** :sick: ill until Friday'],
      access: 'administrator',
    },
    async (ctx) => {
      const { client, args, signal } = ctx
      await requireFeature(ctx, 'statusForBots')
      const who = await args.who.lookUp()
      const status = args.status === undefined ? noStatus : readStatus(args.status)
      const before = await client.users.getStatus({ user_id: who.user_id }, { signal })
      const old = statusText({ status_text: '', emoji_name: '', ...before.status })
      const change = `from ${old || 'nothing'} to ${statusText(status) || 'nothing'}`
      if (old === statusText(status)) throw new UserError(`That is the status of ${md.silentMention(who)} already.`)
      // With the answer this runs again from the beginning: the sender's role is looked up anew before anything is done.
      const answer = await ctx.ask(`Change the status of ${md.silentMention(who)} ${change}? yes / no`, yesOrNo)
      if (answer === 'no') return 'It stays.'
      await client.users.setStatus({ user_id: who.user_id, ...status }, { signal })
      return `The status of ${md.silentMention(who)} is changed.`
    },
  )

  return bot.catch(sayRefusal)
}

/** Guests may be kept from seeing others, and the bot does not see for them what they may not. */
const whoMaySeeEverybody: Access = 'member'

const yesOrNo = { choices: ['yes', 'no'], timeout: '5m' } as const

/** The owner's is set with the owner's own account; everybody else's with the rights that the bot has as administrator. */
async function setOwnStatus(ctx: Context, status: Status): Promise<void> {
  const { owner, client, sender, signal } = ctx
  if (owner !== undefined) {
    await owner.users.setOwnStatus(status, { signal })
    return
  }
  await requireFeature(ctx, 'statusForBots')
  await client.users.setStatus({ user_id: sender.id, ...status }, { signal })
}
