import { Bot, type Storage } from 'earshot'
import { createReceiver } from 'earshot/receiver'
import { memoryStorage } from 'earshot/storage'
import { describe, expect, it } from 'vitest'

const receiverWith = (storage: Storage) =>
  createReceiver({
    bots: [
      {
        bot: new Bot(),
        credentials: { site: 'https://chat.example.com', email: 'echo-bot@example.com', apiKey: 'k'.repeat(32) },
        tokens: ['t'.repeat(32)],
      },
    ],
    storage,
  })

describe('the storage of a receiver', () => {
  it('is accepted if it implements Storage', () => {
    expect(() => receiverWith(memoryStorage())).not.toThrow()
  })

  it('is rejected with a hint if it is a promise', () => {
    // The type tells those who have types; this is for the others.
    const opening: unknown = Promise.resolve(memoryStorage())
    expect(() => receiverWith(opening as Storage)).toThrow('Add `await` where it is opened.')
  })

  it.each([null, 'bot.sqlite', 7, {}, new Map()])('is rejected if it is %j', (given) => {
    const storage: unknown = given
    expect(() => receiverWith(storage as Storage)).toThrow(
      expect.objectContaining({ name: 'ReceiverOptionError', option: 'storage' }),
    )
  })
})
