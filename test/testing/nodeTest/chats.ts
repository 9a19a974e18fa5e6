// Run by Node's own test runner: see nodeTest.test.ts beside this folder.
import { deepEqual, rejects, throws } from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Bot } from 'earshot'
import {
  assertCalled,
  assertNoReply,
  assertNotCalled,
  assertReacted,
  assertReplied,
  assertSaid,
  ChatAssertionError,
  testBot,
} from 'earshot/testing'

describe('a bot under node:test', async () => {
  const bot = new Bot().onMention(async (ctx) => {
    await ctx.client.reactions.add({ message_id: ctx.message.id, emoji_name: 'tada' })
    return `You said: ${ctx.text}`
  })
  const chat = await testBot(bot)
  after(() => chat.close())

  it('answers', async () => {
    assertReplied(await chat.as('iago').say('@**Echo** hi'), 'You said: hi')
    assertReplied(chat, /hi$/)
    assertSaid(chat, 'You said: hi')
    assertReacted(chat, 'tada')
    assertCalled(chat, 'reactions.add', { emoji_name: 'tada' })
    assertNotCalled(chat, 'reactions.remove')
  })

  it('is quiet where it is not asked', async () => {
    assertNoReply(await chat.as('iago').say('hi'))
  })

  it('takes part in other times', async () => {
    const before = chat.clock.now()
    assertNoReply(await chat.advance('5m'))
    deepEqual(chat.clock.now() - before, 300_000)
    await rejects(chat.advance('soon'), RangeError)
  })

  it('is shown where it fails', async () => {
    const replies = await chat.as('hamlet').say('@**Echo** bread')
    const shown = (error: unknown) =>
      error instanceof ChatAssertionError &&
      error.code === 'assertion_failed' &&
      error.message.includes('Hamlet: @**Echo** bread\n    Echo reacts with :tada:\nEcho: You said: bread')
    throws(() => assertReplied(replies, 'You said: rye'), shown)
    throws(() => assertNoReply(replies), shown)
    throws(() => assertSaid(chat, 'rye'), shown)
    throws(() => assertReacted(chat, 'heart'), shown)
    throws(() => assertCalled(chat, 'users.deactivate'), shown)
    throws(() => assertNotCalled(chat, 'reactions.add'), shown)
  })
})
