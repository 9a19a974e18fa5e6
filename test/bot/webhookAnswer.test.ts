import { Bot } from 'earshot'
import { describe, expect, it } from 'vitest'
import { delivery, type Heard } from './fixture.js'

/** Passes a message to a bot, and says what the webhook's response is so far. */
function given(bot: Bot, { isAnswered = false } = {}) {
  const heard: Heard = { replies: [], options: [], lines: [], calls: [] }
  const delivered = delivery('hello', { webhook: true }, heard)
  if (isAnswered) delivered.replies.takeAnswer()
  const ending = bot.handle(delivered)
  const answers = () => {
    const answer = delivered.replies.takeAnswer()
    return 'content' in answer ? [answer.content] : []
  }
  return { ending, answers, heard }
}

describe('a handler that waits for nothing', () => {
  it('answers the webhook itself', async () => {
    const { ending, answers, heard } = given(new Bot().onDirectMessage((ctx) => `You said: ${ctx.text}`))
    await ending
    expect(answers()).toEqual(['You said: hello'])
    expect(heard.replies).toEqual([])
  })

  it('may say nothing', async () => {
    const { ending, answers } = given(new Bot().onDirectMessage(() => {}))
    await ending
    expect(answers()).toEqual([])
  })

  it('replies by a message where the webhook was answered already', async () => {
    const { ending, answers, heard } = given(
      new Bot().onDirectMessage(() => 'late'),
      { isAnswered: true },
    )
    await ending
    expect([answers(), heard.replies]).toEqual([[], ['late']])
  })

  it('is waited for with what it said before, in order', async () => {
    const bot = new Bot().onDirectMessage((ctx) => {
      void ctx.reply('one')
      return 'two'
    })
    const { ending, answers, heard } = given(bot)
    expect(ending).toBeInstanceOf(Promise)
    await ending
    expect([answers(), heard.replies]).toEqual([[], ['one', 'two']])
  })

  it('is waited for where it fails, until somebody was told', async () => {
    const bot = new Bot().onDirectMessage(() => {
      throw new Error('the oven is off')
    })
    const { ending, answers, heard } = given(bot)
    await ending
    expect(answers()).toEqual(['Something went wrong; delivery d-1.'])
    expect(heard.lines.filter(({ level }) => level === 'error')).toHaveLength(1)
  })
})

it('a handler that waits is waited for', async () => {
  const { ending, answers } = given(new Bot().onDirectMessage(async (ctx) => ctx.text))
  expect(ending).toBeInstanceOf(Promise)
  await ending
  expect(answers()).toEqual(['hello'])
})
