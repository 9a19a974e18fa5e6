import { createMemoryState } from '@chat-adapter/state-memory'
import { Chat, type Thread } from 'chat'
import { createZulipAdapter } from 'earshot/chat-sdk'
import { testChat } from 'earshot/chat-sdk/testing'
import { describe, expect, it, vi } from 'vitest'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function replies(by: 'webhook' | 'events', handle: (thread: Thread) => Promise<unknown>) {
  const zulip = createZulipAdapter()
  const bot = new Chat({ userName: 'echo', adapters: { zulip }, state: createMemoryState(), logger: 'silent' })
  bot.onNewMention(async (thread) => void (await handle(thread)))
  await using chat = await testChat(bot, zulip, { by })
  return (await chat.as('iago').say(`@**${chat.botName}** go`)).map(({ content }) => content)
}

describe.each(['webhook', 'events'] as const)('testChat by %s', (by) => {
  it('waits for a handler that takes seven seconds, and says on the console which one it waits for', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const seven = replies(by, async (thread) => {
      const sent = await thread.post('working')
      await pause(7_000)
      await sent.edit('done')
    })
    expect(await seven).toEqual(['done'])
    const told = warn.mock.calls.map(([line]) => String(line))
    warn.mockRestore()
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(/^The handler of message \d+ \("@\*\*Echo\*\* go" of Iago\) has not ended after 4\.\d s\./)
  })

  it('waits for a stream of 12 words, 600 ms apart', async () => {
    const words = Array.from({ length: 12 }, (_, at) => `tick ${at}`)
    const streamed = replies(by, (thread) =>
      thread.post(
        (async function* () {
          for (const word of words) {
            yield `${word} `
            await pause(600)
          }
        })(),
      ),
    )
    expect((await streamed).map((text) => text.trim())).toEqual([words.join(' ')])
  })
})
