import { ApiError, asCode, Bot, type Context, md, type TopicArgument, UserError } from 'earshot'
import { type ErrorRow, errors, type User, visibilityPolicies } from 'earshot/protocol'
import { requireOwner } from '../owner.js'
import { requirePrivacy } from '../privately.js'
import { requireFeature, sayRefusal } from '../refusals.js'

/** Mutes people and topics for its owner, and lets them be heard again. */
export function createQuiet(): Bot {
  const bot = new Bot({ name: 'quiet' })

  bot.command(
    'mute <who:user>',
    { description: 'Hear no more of somebody; for my owner, in a direct message', examples: ['mute @_**Polonius**'] },
    async (ctx) => {
      requirePrivacy(ctx)
      const who = await ctx.args.who.lookUp()
      if (who.user_id === ctx.sender.id) throw new UserError("You can't mute yourself.")
      if (who.is_bot) await requireFeature(ctx, 'muteBots')
      const owner = requireOwner(ctx, 'mute people')
      const muting = owner.users.mute({ muted_user_id: who.user_id }, { signal: ctx.signal })
      await unlessRefused(muting, errors.userAlreadyMuted, `${named(who)} is muted already.`)
      return `${named(who)} is muted for you, and what they wrote is marked as read.`
    },
  )

  bot.command(
    'unmute <who:user>',
    { description: 'Hear of somebody again; for my owner, in a direct message', examples: ['unmute @_**Polonius**'] },
    async (ctx) => {
      requirePrivacy(ctx)
      const who = await ctx.args.who.lookUp()
      const owner = requireOwner(ctx, 'unmute people')
      const unmuting = owner.users.unmute({ muted_user_id: who.user_id }, { signal: ctx.signal })
      await unlessRefused(unmuting, errors.userNotMuted, `${named(who)} is not muted.`)
      return `${named(who)} is no longer muted for you.`
    },
  )

  for (const { verb, policy, done } of topicCommands) {
    bot.command(
      `${verb} topic [where:topic]`,
      {
        description: `${verb === 'mute' ? 'Mute' : 'Unmute'} a topic, or the one that we are in; for my owner`,
        examples: [`${verb} topic`, `${verb} topic #**kitchen>lunch**`],
      },
      async (ctx) => {
        const where = await topicMeant(ctx, ctx.args.where)
        const owner = requireOwner(ctx, `${verb} topics`)
        await owner.topics.setVisibility({ ...where, visibility_policy: policy }, { signal: ctx.signal })
        return `${where.topic === '' ? 'The topic without a name' : asCode(where.topic)} is ${done} for you.`
      },
    )
  }

  return bot.catch(sayRefusal)
}

const topicCommands = [
  { verb: 'mute', policy: visibilityPolicies.muted, done: 'muted' },
  { verb: 'unmute', policy: visibilityPolicies.none, done: 'no longer muted' },
] as const

/** The topic that is linked, or else the one that the message is in. */
async function topicMeant({ message }: Context, where: TopicArgument | undefined) {
  if (where !== undefined) return where.lookUp()
  if (message.type === 'stream') return { stream_id: message.stream_id, topic: message.subject }
  throw new UserError(`Say which topic: ${asCode('mute topic #**kitchen>lunch**')}, or ask me in it.`)
}

/** Tells what is so already, where the server takes that for a mistake. */
async function unlessRefused(call: Promise<unknown>, refusal: ErrorRow, text: string): Promise<void> {
  try {
    await call
  } catch (error) {
    throw error instanceof ApiError && error.msg === refusal.msg ? new UserError(text) : error
  }
}

const named = (user: User) => md.silentMention(user)
