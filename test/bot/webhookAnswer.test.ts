import { Bot } from 'earshot'
import { describe, expect, it } from 'vitest'
import { delivery, type Heard } from './fixture.js'

/** Passes a message to a bot, and says what the webhook's response is so far. */
function given(bot: Bot, { isAnswered = false } = {}) {
  const heard: Heard = { replies: [], options: [], lines: [], calls: [] }
  const delivered = delivery('hello', { webhook: true }, heard)
  if (isAnswered) delivered.outbox.takeAnswer()
  const ending = bot.handle(delivered)
  const answers = () => {
    const answer = delivered.outbox.takeAnswer()
    return 'content' in answer ? [answer.content] : []
  }
  return { ending, answers, heard }
}

describe('a synchronous handler', () => {
  it("replies with the webhook's response", async () => {
    const { ending, answers, heard } = given(new Bot().onDirectMessage((ctx) => `You said: ${ctx.text}`))
    await ending
    expect(answers()).toEqual(['You said: hello'])
    expect(heard.replies).toEqual([])
  })

  it('may return nothing', async () => {
    const { ending, answers } = given(new Bot().onDirectMessage(() => {}))
    await ending
    expect(answers()).toEqual([])
  })

  it('replies with a message if the webhook was already answered', async () => {
    const { ending, answers, heard } = given(
      new Bot().onDirectMessage(() => 'late'),
      { isAnswered: true },
    )
    await ending
    expect([answers(), heard.replies]).toEqual([[], ['late']])
  })

  it('finishes after its earlier replies, in order', async () => {
    const bot = new Bot().onDirectMessage((ctx) => {
      void ctx.reply('one')
      return 'two'
    })
    const { ending, answers, heard } = given(bot)
    expect(ending).toBeInstanceOf(Promise)
    await ending
    expect([answers(), heard.replies]).toEqual([[], ['one', 'two']])
  })

  it('finishes after the error reply if it throws', async () => {
    const bot = new Bot().onDirectMessage(() => {
      throw new Error('the oven is off')
    })
    const { ending, answers, heard } = given(bot)
    await ending
    expect(answers()).toEqual(['Something went wrong; delivery d-1.'])
    expect(heard.lines.filter(({ level }) => level === 'error')).toHaveLength(1)
  })
})

it('an asynchronous handler finishes before the webhook is answered', async () => {
  const { ending, answers } = given(new Bot().onDirectMessage(async (ctx) => ctx.text))
  expect(ending).toBeInstanceOf(Promise)
  await ending
  expect(answers()).toEqual(['hello'])
})
