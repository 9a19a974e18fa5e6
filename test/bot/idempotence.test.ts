import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Bot, type Duration, idempotence, type Storage, UserError } from 'earshot'
import { sqliteStorage } from 'earshot/node'
import { virtualClock } from 'earshot/simulator'
import { memoryStorage } from 'earshot/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Said, say as sayOnce } from './fixture.js'

const folder = mkdtempSync(join(tmpdir(), 'earshot-once-'))
let processes: readonly [Storage, Storage]
beforeAll(async () => {
  const file = join(folder, 'bot.sqlite')
  processes = [await sqliteStorage(file), await sqliteStorage(file)]
})
afterAll(async () => {
  for (const storage of processes) await storage.close()
  rmSync(folder, { recursive: true })
})

describe('idempotence', () => {
  /** Says something to bots over one storage. */
  function over(storage: Storage) {
    return async (bot: Bot, text: string, said: Said = {}) => (await sayOnce(bot, text, { storage, ...said })).replies
  }
  const polite = (options?: Parameters<typeof idempotence>[0]) =>
    new Bot().use(idempotence(options)).hears(/./, () => 'hi!')

  it('handles each message ID once, and another message with the same text again', async () => {
    const say = over(memoryStorage())
    const bot = polite()
    expect(await say(bot, 'hi')).toEqual(['hi!'])
    expect(await say(bot, 'hi')).toEqual([])
    expect(await say(bot, 'hi', { messageId: 1002 })).toEqual(['hi!'])
  })

  it('handles a message once when it arrives simultaneously, in one process or in several', async () => {
    const say = over(memoryStorage())
    const bot = polite()
    const two = await Promise.all([say(bot, 'hi'), say(bot, 'hi')])
    expect(two.flat()).toEqual(['hi!'])
    const apart = await Promise.all(
      processes.flatMap((storage) => [over(storage)(polite(), 'hi'), over(storage)(polite(), 'hi')]),
    )
    expect(apart.flat()).toEqual(['hi!'])
  })

  it('survives a restart', async () => {
    const say = over(memoryStorage())
    expect(await say(polite(), 'hi')).toEqual(['hi!'])
    expect(await say(polite(), 'hi')).toEqual([])
  })

  it('allows a retry after the handler failed, but not after a UserError', async () => {
    const say = over(memoryStorage())
    let error: Error = new Error('burnt')
    const bot = new Bot().use(idempotence()).hears('hi', () => {
      throw error
    })
    expect(await say(bot, 'hi')).toHaveLength(1)
    error = new UserError('No.')
    expect(await say(bot, 'hi')).toEqual(['No.'])
    expect(await say(bot, 'hi')).toEqual([])
  })

  it("expires by the storage's clock", async () => {
    const clock = virtualClock()
    const say = over(memoryStorage({ clock }))
    const bot = polite({ remember: '1h' })
    expect(await say(bot, 'hi')).toEqual(['hi!'])
    clock.advance(3_599_999)
    expect(await say(bot, 'hi')).toEqual([])
    clock.advance(1)
    expect(await say(bot, 'hi')).toEqual(['hi!'])
  })

  it('uses the custom key, however long or unusual it is', async () => {
    const say = over(memoryStorage())
    const bot = polite({ key: (ctx) => ctx.text })
    const texts = ['bread', 'a/b', 'a%2Fb', '🥖', '\ud800', `${'x'.repeat(10_000)}1`, `${'x'.repeat(10_000)}2`]
    for (const [index, text] of texts.entries()) expect(await say(bot, text, { messageId: index + 1 })).toEqual(['hi!'])
    for (const [index, text] of texts.entries()) expect(await say(bot, text, { messageId: index + 51 })).toEqual([])
  })

  it('handles nothing while storage fails', async () => {
    const storage = memoryStorage()
    await storage.close()
    expect(await over(storage)(polite(), 'hi')).toEqual(['Something went wrong; delivery d-1.'])
  })

  it.each(['soon', '', 0, -1, Number.NaN, Number.POSITIVE_INFINITY, null])(
    'throws for the invalid duration %j',
    (span) => {
      expect(() => idempotence({ remember: span as Duration })).toThrow(
        expect.objectContaining({ code: 'invalid_duration' }),
      )
    },
  )
})
