import { ApiError, asCode, Bot, md, UserError } from 'earshot'
import type { ScheduledMessage } from 'earshot/protocol'
import { requireOwner } from '../owner.js'
import { requirePrivacy } from '../privately.js'
import { sayRefusal } from '../refusals.js'
import { overviewOf } from './overview.js'
import { conversationOf, inTopic } from './place.js'
import { dueTime, ownScheduled, scheduling } from './scheduled.js'

/** Schedules messages for its owner, lists and changes them, and rescues those that the server failed to send. */
export function createLater(): Bot {
  const bot = new Bot({ name: 'later' })

  bot.command(
    'say <when:date> <text...>',
    {
      description: 'Say something here later, in my owner’s name; to me alone, it is a note to yourself',
      examples: ['say tomorrow at 9:00 The flour is here', 'say in 2 hours Turn the oven off'],
    },
    async (ctx) => {
      const owner = requireOwner(ctx, scheduling)
      const { when, text } = ctx.args
      const message = { ...conversationOf(ctx), content: text, scheduled_delivery_timestamp: seconds(when) }
      const { scheduled_message_id } = await owner.scheduledMessages.create(message, { signal: ctx.signal })
      return `I will say that for you: ${md.time(when)}. Its number is ${scheduled_message_id}.`
    },
  )

  bot.command('list', { description: 'List what waits, and what could not be sent; in a direct message' }, (ctx) => {
    requirePrivacy(ctx)
    return overviewOf(requireOwner(ctx, scheduling), ctx.signal)
  })

  bot.command(
    'reword <id:integer> <text...>',
    { description: 'Say something else instead', examples: ['reword 4 The flour is late'] },
    async (ctx) => {
      const { owner, message } = await ownScheduled(ctx, ctx.args.id)
      await owner.scheduledMessages.edit({ ...idOf(message), content: ctx.args.text }, { signal: ctx.signal })
      return `${ctx.args.id} has a new text.`
    },
  )

  bot.command(
    'move <id:integer> to <where:topic>',
    { description: 'Say it in another topic', examples: ['move 4 to #**kitchen>flour**'] },
    async (ctx) => {
      const { owner, message } = await ownScheduled(ctx, ctx.args.id)
      const where = inTopic(await ctx.args.where.lookUp())
      await owner.scheduledMessages.edit({ ...idOf(message), ...where }, { signal: ctx.signal })
      return `${ctx.args.id} goes to ${md.topicLink(ctx.args.where.channel, ctx.args.where.topic)}.`
    },
  )

  bot.command(
    'postpone <id:integer> <when:date>',
    { description: 'Say it at another time', examples: ['postpone 4 friday 17:00'] },
    async (ctx) => {
      const { owner, message } = await ownScheduled(ctx, ctx.args.id)
      const { when } = ctx.args
      const time = { scheduled_delivery_timestamp: seconds(when) }
      await owner.scheduledMessages.edit({ ...idOf(message), ...time }, { signal: ctx.signal })
      return `${ctx.args.id} waits until ${md.time(when)}.`
    },
  )

  bot.command(
    'rescue <id:integer> <when:date> [where:topic]',
    {
      description: 'Send what could not be sent after all, perhaps somewhere else',
      examples: ['rescue 3 tomorrow at 9:00', 'rescue 3 in 5 minutes #**kitchen>closing**'],
    },
    async (ctx) => {
      const { owner, message } = await ownScheduled(ctx, ctx.args.id)
      if (!message.failed) throw new UserError(`${ctx.args.id} has not failed: it waits until ${dueTime(message)}.`)
      const { when, where } = ctx.args
      // Whom it goes to is sent along, so that the server says now if it can't be sent there, and not when it is due.
      const place = where === undefined ? { to: message.to } : inTopic(await where.lookUp())
      const time = { scheduled_delivery_timestamp: seconds(when) }
      try {
        await owner.scheduledMessages.edit({ ...idOf(message), ...place, ...time }, { signal: ctx.signal })
      } catch (error) {
        if (!(error instanceof ApiError) || where !== undefined) throw error
        const example = asCode(`rescue ${ctx.args.id} in 5 minutes #**channel>topic**`)
        throw new UserError(`${sayRefusal(error)}. Say where it can go instead, as in ${example}.`)
      }
      return `${ctx.args.id} is rescued, and waits until ${md.time(when)}.`
    },
  )

  bot.command('drop <id:integer>', { description: 'Say it never; asks first', examples: ['drop 4'] }, async (ctx) => {
    const { owner, message } = await ownScheduled(ctx, ctx.args.id)
    const question = `Drop ${ctx.args.id}, which is due ${dueTime(message)}? yes / no`
    const answer = await ctx.ask(question, { choices: ['yes', 'no'], timeout: '5m' })
    if (answer === 'no') return 'It stays.'
    await owner.scheduledMessages.delete(idOf(message), { signal: ctx.signal })
    return `${ctx.args.id} is dropped.`
  })

  return bot.catch(sayRefusal)
}

const idOf = ({ scheduled_message_id }: ScheduledMessage) => ({ scheduled_message_id })

/** UNIX seconds. */
const seconds = (when: Date) => Math.floor(when.getTime() / 1000)
