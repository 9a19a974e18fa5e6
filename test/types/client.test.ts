import type { Context } from 'earshot'
import type { Client, Success } from 'earshot/client'
import type { EndpointName, Event, Message, Params, User } from 'earshot/protocol'
import type { BotCall, TestChat } from 'earshot/testing'
import { matchers } from 'earshot/testing'
import { beforeEach, describe, expectTypeOf, it } from 'vitest'
import type { ReadParams } from '../../src/protocol/index.js'
import { checkedByCompiler } from '../checkedByCompiler.js'

beforeEach(checkedByCompiler)

describe('the types of API calls', () => {
  it('are inferred from the endpoint', () => {
    const calls = async (client: Client) => {
      const sent = await client.messages.send({ type: 'stream', to: 'general', topic: 'lunch', content: 'Soup!' })
      expectTypeOf(sent).toEqualTypeOf<Success<'messages.send'>>()
      expectTypeOf(sent.id).toEqualTypeOf<number>()
      const { members } = await client.users.list()
      expectTypeOf(members[0]?.full_name).toEqualTypeOf<string | undefined>()
      const { messages } = await client.messages.list({ anchor: 'newest', num_before: 5, num_after: 0 })
      expectTypeOf(messages[0]?.type).toEqualTypeOf<'stream' | 'private' | undefined>()
    }
    expectTypeOf(calls).toBeFunction()
    expectTypeOf<Params<'reactions.add'>['message_id']>().toEqualTypeOf<number>()
    expectTypeOf<Params<'typing.send'>['op']>().toEqualTypeOf<'start' | 'stop'>()
  })

  it('reject invalid calls', () => {
    const wrong = (client: Client) => [
      // @ts-expect-error: there is no such namespace.
      () => client.user.me(),
      // @ts-expect-error: there is no such endpoint.
      () => client.users.byMail({ email: 'iago@example.com' }),
      // @ts-expect-error: the content is required.
      () => client.messages.send({ type: 'stream', to: 'general', topic: 'lunch' }),
      // @ts-expect-error: a message is a text.
      () => client.messages.send({ type: 'stream', to: 'general', topic: 'lunch', content: 7 }),
      // @ts-expect-error: an ID is a number.
      () => client.reactions.add({ message_id: '7', emoji_name: 'tada' }),
      // @ts-expect-error: a policy is one of four.
      () => client.topics.setVisibility({ stream_id: 1, topic: 'lunch', visibility_policy: 4 }),
      // @ts-expect-error: there is no such option.
      () => client.users.me({}, { time: 5 }),
      // @ts-expect-error: an answer is not there before it came.
      () => client.users.me().full_name,
    ]
    expectTypeOf(wrong).toBeFunction()
  })

  it('contain only declared response fields', () => {
    const typos = async (client: Client, ctx: Context, event: Event) => {
      const { user } = await client.users.getByEmail({ email: 'iago@example.com' })
      const { messages } = await client.messages.list({ anchor: 'newest' })
      const { realm_users: users } = await client.events.register()
      return [
        user.full_name,
        // @ts-expect-error: a typo.
        user.ful_name,
        // @ts-expect-error: a typo.
        users?.[0]?.ful_name,
        messages[0]?.reactions[0]?.emoji_name,
        // @ts-expect-error: a typo.
        messages[0]?.reactions[0]?.emoji_nam,
        ctx.message.sender_full_name,
        // @ts-expect-error: a typo.
        ctx.message.sendr_full_name,
        // @ts-expect-error: a typo.
        ctx.message.type === 'private' && ctx.message.display_recipient[0]?.emial,
        event.type === 'reaction' && event.emoji_name,
        // @ts-expect-error: only messages have a content.
        event.type === 'message' && event.content,
        // @ts-expect-error: there is no such type.
        event.type === 'massage',
      ]
    }
    expectTypeOf(typos).toBeFunction()
    expectTypeOf<Success<'users.getByEmail'>['user']>().toEqualTypeOf<User>()
    expectTypeOf<Success<'messages.list'>['messages']>().toEqualTypeOf<Message[]>()
  })

  it('accept readonly arrays', () => {
    const ids: readonly number[] = [7, 8]
    const calls = (client: Client) => [
      () => client.messages.send({ type: 'direct', to: ids, content: 'Soup!' }),
      () => client.messages.list({ anchor: 'newest', narrow: [['is', 'starred']] as const }),
      () => client.messages.list({ message_ids: ids, narrow: [{ operator: 'dm', operand: ids }] }),
      () => client.messages.updateFlags({ messages: ids, op: 'add', flag: 'read' }),
      () => client.subscriptions.remove({ subscriptions: ['kitchen'] as const }),
    ]
    expectTypeOf(calls).toBeFunction()
  })

  it('apply to earshot/testing', () => {
    expectTypeOf<BotCall['endpoint']>().toEqualTypeOf<EndpointName>()
    expectTypeOf<ReadParams<'reactions.add'>>().toHaveProperty('emoji_name')
    const uses = (chat: TestChat) => [
      () => matchers.toHaveCalled(chat, 'reactions.add', { emoji_name: /tada/ }),
      // @ts-expect-error: there is no such endpoint.
      () => matchers.toHaveCalled(chat, 'reactions.put'),
      // @ts-expect-error: there is no such parameter.
      () => matchers.toHaveCalled(chat, 'reactions.add', { emoji: 'tada' }),
      // @ts-expect-error: an ID is a number.
      () => matchers.toHaveCalled(chat, 'reactions.add', { message_id: '7' }),
      // @ts-expect-error: a channel has topics.
      () => chat.as('iago').say('hi', { channel: 'general' }),
    ]
    expectTypeOf(uses).toBeFunction()
  })
})
