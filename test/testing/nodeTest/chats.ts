// Run by Node's own test runner: see nodeTest.test.ts beside this folder.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Bot } from 'earshot'
import { matchers, testBot } from 'earshot/testing'

describe('a bot under node:test', async () => {
  const bot = new Bot().onMention(async (ctx) => {
    await ctx.client.reactions.add({ message_id: ctx.message.id, emoji_name: 'tada' })
    return `You said: ${ctx.text}`
  })
  const chat = await testBot(bot)
  after(() => chat.close())

  const { toHaveCalled, toHaveReacted, toHaveReplied, toHaveSaid } = matchers

  it('answers', async () => {
    ok(toHaveReplied(await chat.as('iago').say('@**Echo** hi'), 'You said: hi').pass)
    ok(toHaveReplied(chat, /hi$/).pass)
    ok(toHaveSaid(chat, 'You said: hi').pass)
    ok(toHaveReacted(chat, 'tada').pass)
    ok(toHaveCalled(chat, 'reactions.add', { emoji_name: 'tada' }).pass)
    ok(!toHaveCalled(chat, 'reactions.remove').pass)
  })

  it('is quiet where it is not asked', async () => {
    deepEqual(await chat.as('iago').say('hi'), [])
  })

  it('takes part in other times', async () => {
    const before = chat.clock.now()
    deepEqual(await chat.advance('5m'), [])
    deepEqual(chat.clock.now() - before, 300_000)
    await rejects(chat.advance('soon'), RangeError)
  })

  it('is shown where it fails', async () => {
    const replies = await chat.as('hamlet').say('@**Echo** bread')
    for (const { pass, message } of [
      toHaveReplied(replies, 'You said: rye'),
      toHaveSaid(chat, 'rye'),
      toHaveReacted(chat, 'heart'),
      toHaveCalled(chat, 'users.deactivate'),
    ]) {
      equal(pass, false)
      match(message(), /Hamlet: @\*\*Echo\*\* bread\n {4}Echo reacts with :tada:\nEcho: You said: bread/)
    }
  })
})
