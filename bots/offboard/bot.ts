import { ApiError, Bot, type Context, md, UserError } from 'earshot'
import type { User } from 'earshot/protocol'
import { requireFeature, sayRefusal } from '../refusals.js'
import { askExtent } from './extent.js'
import { objectionsText } from './objections.js'

/**
 * Deactivates people and groups, for administrators. It asks before it does, and with the answer a handler runs again
 * from its beginning: the sender's role is looked up once more before anything is done.
 */
export function createOffboard(): Bot {
  const bot = new Bot({ name: 'offboard' })

  bot.command(
    'offboard <who:user>',
    {
      description: "Deactivate a person and the person's bots; asks what to delete, and whether to do it",
      examples: ['offboard @_**Hamlet**'],
      access: 'administrator',
    },
    async (ctx) => {
      const { client, signal } = ctx
      const who = await ctx.args.who.lookUp()
      await refuseUnlessMayGo(ctx, who)
      const { actions, says } = await askExtent(ctx)
      const { members } = await client.users.list({}, { signal })
      const bots = members.filter(({ is_active, bot_owner_id }) => is_active && bot_owner_id === who.user_id)
      const leaving = [who, ...bots].map(md.silentMention).join(', ')
      const answer = await ctx.ask(`This deactivates ${leaving}. ${says} Go on? yes / no`, yesOrNo)
      if (answer === 'no') return `${md.silentMention(who)} stays.`
      await client.users.deactivate({ user_id: who.user_id, ...(actions && { actions }) }, { signal })
      return `Deactivated: ${leaving}.`
    },
  )

  bot.command(
    'reactivate <who:user>',
    {
      description: 'Let somebody back in who was deactivated',
      examples: ['reactivate @_**Prospero**'],
      access: 'administrator',
    },
    async (ctx) => {
      const who = await ctx.args.who.lookUp()
      await requireRank(ctx, who)
      if (who.is_active) throw new UserError(`${md.silentMention(who)} is active.`)
      await ctx.client.users.reactivate({ user_id: who.user_id }, { signal: ctx.signal })
      return `${md.silentMention(who)} is back.`
    },
  )

  bot.command(
    'retire <group:group>',
    {
      description: 'Deactivate a group that nothing uses; asks first',
      examples: ['retire drivers'],
      access: 'administrator',
    },
    async (ctx) => {
      await requireFeature(ctx, 'deactivateGroup')
      const group = await ctx.args.group.lookUp()
      const name = md.silentGroup(group)
      if (group.is_system_group) throw new UserError(`${name} comes with the organization, and stays.`)
      const members = group.members.length === 1 ? 'one member' : `${group.members.length} members`
      const question = `This deactivates ${name}, with ${members}: nobody can mention it or be permitted anything by it.`
      if ((await ctx.ask(`${question} Go on? yes / no`, yesOrNo)) === 'no') return `${name} stays.`
      try {
        await ctx.client.userGroups.deactivate({ user_group_id: group.id }, { signal: ctx.signal })
      } catch (error) {
        if (!(error instanceof ApiError && error.is('CANNOT_DEACTIVATE_GROUP_IN_USE'))) throw error
        return `${name} is still in use, and stays:\n${await objectionsText(ctx, error.extra.objections)}`
      }
      return `${name} is retired.`
    },
  )

  return bot.catch(sayRefusal)
}

const yesOrNo = { choices: ['yes', 'no'], timeout: '5m' } as const

async function refuseUnlessMayGo(ctx: Context, who: User): Promise<void> {
  const name = md.silentMention(who)
  if (who.is_bot) throw new UserError(`${name} is a bot: it goes with its owner, or in the settings.`)
  if (!who.is_active) throw new UserError(`${name} is deactivated already.`)
  if (who.user_id === ctx.sender.id) throw new UserError('Let another administrator offboard you.')
  await requireRank(ctx, who)
}

/** The bot may have more rights than whoever asks, and lends them to nobody: what is an owner's is for owners. */
async function requireRank(ctx: Context, who: User): Promise<void> {
  if (!who.is_owner || (await ctx.senderRole()) === 'owner') return
  throw new UserError(`${md.silentMention(who)} is an owner: only organization owners may do this.`)
}
