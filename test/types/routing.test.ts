import { Bot, type Context, type ContextOf, type Filter } from 'earshot'
import type { Client } from 'earshot/client'
import type { ChannelMessage, DirectMessage } from 'earshot/protocol'
import { beforeEach, describe, expectTypeOf, it } from 'vitest'
import type { RoleName } from '../../src/protocol/index.js'
import { checkedByCompiler } from '../checkedByCompiler.js'

beforeEach(checkedByCompiler)

describe('the type of a context', () => {
  it.each([[new Bot()]])('is narrowed by a filter', (bot) => {
    bot
      .on('channel', (ctx) => expectTypeOf(ctx.message).toEqualTypeOf<ChannelMessage>() as never)
      .on('mention:channel', (ctx) => expectTypeOf(ctx.message.stream_id).toEqualTypeOf<number>() as never)
      .on('direct', (ctx) => expectTypeOf(ctx.message).toEqualTypeOf<DirectMessage>() as never)
      .on('direct:group', (ctx) => expectTypeOf(ctx.message.display_recipient).items.toHaveProperty('email') as never)
      .on('direct:alone', (ctx) => expectTypeOf(ctx.message.type).toEqualTypeOf<'private'>() as never)
      .on('mention', (ctx) => expectTypeOf(ctx.message).toEqualTypeOf<ChannelMessage | DirectMessage>() as never)
      .on(
        'trigger:new_word',
        (ctx) => expectTypeOf(ctx.message).toEqualTypeOf<ChannelMessage | DirectMessage>() as never,
      )
    const wrong = [
      // @ts-expect-error: there is no such filter.
      () => bot.on('channels', () => ''),
      // @ts-expect-error: a filter has a name.
      () => bot.on(/channel/, () => ''),
      () =>
        bot.on('direct', (ctx) => {
          // @ts-expect-error: a direct message is in no channel.
          const id: number = ctx.message.stream_id
          return String(id)
        }),
    ]
    expectTypeOf(wrong).items.toBeFunction()
    expectTypeOf<'direct:all'>().not.toExtend<Filter>()
  })

  it.each([[new Bot()]])('is narrowed by onMention and onDirectMessage', (bot) => {
    bot.onMention((ctx) => expectTypeOf(ctx.message).toEqualTypeOf<ChannelMessage>() as never)
    bot.onDirectMessage((ctx) => expectTypeOf(ctx.message).toEqualTypeOf<DirectMessage>() as never)
    bot.onTrigger('new_word', (ctx) => expectTypeOf(ctx).toEqualTypeOf<Context>() as never)
  })

  it.each([[new Bot()]])("includes the event's data in event handlers", (bot) => {
    bot
      .use<{ oven: string }>(async (_, next) => next({ oven: 'hot' }))
      .onReaction((ctx) => expectTypeOf(ctx.reaction.op).toEqualTypeOf<'add' | 'remove'>() as never)
      .onEdit((ctx) => expectTypeOf(ctx.change.before).toBeString() as never)
      .onTopicMoved((ctx) => expectTypeOf(ctx.move.to.channel).toBeNumber() as never)
      .onMessage({ channel: 'kitchen' }, (ctx) => expectTypeOf(ctx.oven).toBeString() as never)
    const wrong = [
      // @ts-expect-error: nobody sent a message who could answer.
      () => bot.onVote((ctx) => ctx.ask('Why?')),
      // @ts-expect-error: nobody sent a message that could be approved.
      () => bot.onVote(async (ctx) => void (await ctx.approve('Why?', { by: { role: 'owner' } }))),
      // @ts-expect-error: a deleted message is not there.
      () => bot.onDelete((ctx) => void ctx.message),
      // @ts-expect-error: there is nowhere to reply.
      () => bot.onSubscribed(() => 'Hello'),
      // @ts-expect-error: there is no such filter.
      () => bot.onMessage({ chanel: 'kitchen' }, () => ''),
    ]
    expectTypeOf(wrong).items.toBeFunction()
  })

  it('is narrowed by isChannelMessage and isDirectMessage', () => {
    const ask = (ctx: Context) => {
      // @ts-expect-error: it may be a direct message.
      const channel: number = ctx.message.stream_id
      expectTypeOf(channel).toBeNumber()
      if (ctx.isChannelMessage()) expectTypeOf(ctx.message.display_recipient).toEqualTypeOf<string>()
      else if (ctx.isDirectMessage()) expectTypeOf(ctx.message).toEqualTypeOf<DirectMessage>()
    }
    expectTypeOf(ask).toBeFunction()
  })

  it.each([[new Bot()]])('includes `match` only for a regular expression', (bot) => {
    bot.hears(/(\d+) loaves/, (ctx) => expectTypeOf(ctx.match).toEqualTypeOf<RegExpExecArray>() as never)
    bot.hears('loaves', (ctx) => {
      // @ts-expect-error: there is nothing to be found.
      expectTypeOf(ctx.match).toBeUnknown()
    })
  })

  it('includes client, owner and role for every message', () => {
    expectTypeOf<Context['owner']>().toEqualTypeOf<Client | undefined>()
    expectTypeOf<Context['client']>().toEqualTypeOf<Client>()
    expectTypeOf<Context['senderRole']>().returns.resolves.toEqualTypeOf<RoleName | undefined>()
    expectTypeOf<ContextOf<ChannelMessage>>().toExtend<Context>()
    const wrong = (ctx: Context) => [
      // @ts-expect-error: nobody but the owner lends their rights.
      () => ctx.owner.users.me(),
      // @ts-expect-error: a reply is a text.
      () => ctx.reply(7),
      () => {
        // @ts-expect-error: what was written stays.
        ctx.text = 'another'
      },
    ]
    expectTypeOf(wrong).toBeFunction()
  })
})
