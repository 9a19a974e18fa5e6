import { Bot, md, type ScheduleContext } from 'earshot'
import { sayRefusal } from '../refusals.js'
import { openBoard, type Person } from './board.js'
import { dayOf, summaryOf, textOf } from './summary.js'

export interface StandupOptions {
  /** Where the summary is posted; `general > standup` unless given. */
  readonly channel?: string
  readonly topic?: string
  /** Whose mornings are meant; UTC unless given. */
  readonly timezone?: string
}

/** Asks everybody who takes part for a report on weekdays at nine, and posts what came half an hour later. */
export function createStandup({ channel = 'general', topic = 'standup', timezone = 'UTC' }: StandupOptions = {}): Bot {
  const bot = new Bot({ name: 'standup' })
  const place = md.topicLink(channel, topic)

  bot.command('join', { description: 'Take part in the standup' }, async ({ storage, sender }) => {
    await openBoard(storage).join(sender)
    return `You are in. I ask you on weekdays at 9:00 (${timezone}), and post what everybody says in ${place} at 9:30.`
  })

  bot.command('leave', { description: 'Take part no longer' }, async ({ storage, sender }) => {
    const wasIn = await openBoard(storage).leave(sender.id)
    return wasIn ? 'You are out. Say `join` to come back.' : 'You did not take part.'
  })

  bot.command('who', { description: 'List who takes part' }, async ({ storage }) => {
    const people = await openBoard(storage).people()
    return people.length === 0
      ? 'Nobody yet. Say `join`.'
      : people.map((person) => `- ${md.silentMention(person)}`).join('\n')
  })

  bot.command('report', { description: 'Tell what you do today; I ask you three questions' }, async (ctx) => {
    const done = await ctx.ask('What have you done since the last time? (`cancel` ends this.)', { timeout: '30m' })
    const next = await ctx.ask('What will you do today?', { timeout: '30m' })
    const obstacles = await ctx.ask('Is anything in your way?', { timeout: '30m' })
    const report = { who: { id: ctx.sender.id, name: ctx.sender.name }, done, next, obstacles }
    const day = dayOf((ctx.message.timestamp ?? 0) * 1000, timezone)
    const board = openBoard(ctx.storage)
    // Stored first: what the summary does not see yet has then been stored before it was posted, and is seen by it.
    await board.report(day, report)
    if (!(await board.isPosted(day))) return `Thank you. It will be in ${place}.`
    const content = textOf(report)
    await ctx.client.messages.send({ type: 'channel', to: channel, topic, content }, { signal: ctx.signal })
    return `Thank you. The summary was posted already, so I put yours behind it in ${place}.`
  })

  bot.every('weekdays at 9:00', { timezone, name: 'ask' }, async (ctx) => {
    const { waited } = await openBoard(ctx.storage).standing(dayOf(ctx.scheduledAt.getTime(), timezone))
    for (const person of waited) await remind(ctx, person)
  })

  bot.every('weekdays at 9:30', { timezone, name: 'post' }, async (ctx) => {
    const day = dayOf(ctx.scheduledAt.getTime(), timezone)
    const board = openBoard(ctx.storage)
    await board.markPosted(day)
    const { reports, waited } = await board.standing(day)
    if (reports.length + waited.length === 0) return
    await ctx.send({ channel, topic }, summaryOf(day, reports, waited))
  })

  return bot.catch(sayRefusal)
}

/** An account that can't be written to any more keeps nobody else from being asked. */
async function remind(ctx: ScheduleContext, { id, name }: Person): Promise<void> {
  try {
    await ctx.send({ to: id }, `Good morning, ${md.escape(name)}. Say \`report\` when you have two minutes.`)
  } catch (error) {
    ctx.log.warn({ user: id, reason: String(error) }, 'Somebody could not be asked for a report')
  }
}
