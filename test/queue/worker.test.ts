import { Bot } from 'earshot'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type TownOptions, town } from './town.js'

const opened = async (options?: TownOptions) => {
  const opened = await town(options)
  onTestFinished(() => opened.close())
  return opened
}

describe('a worker', () => {
  it('runs the handlers of what waits, in order, and says what they return', async () => {
    const { start, say, settle, said, dead } = await opened()
    for (const text of ['one', 'two', 'three']) await say(text)
    start(new Bot().onMention((ctx) => `You said ${ctx.text}.`))
    await settle()
    expect(said()).toEqual(['You said one.', 'You said two.', 'You said three.'])
    expect(await dead()).toEqual([])
  })
})
