import { memoryStorage } from 'earshot'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manualClock } from '../receiver/kit.js'

const folder = fc.constantFrom('conversation/echo/', 'conversation/timer/', 'session/echo/')
const key = fc.tuple(folder, fc.constantFrom('at/1', 'at/2', 'of/1')).map(([before, after]) => before + after)

const deed = fc.oneof(
  fc.record({
    do: fc.constant('set' as const),
    key,
    expiresIn: fc.option(fc.constantFrom(10, 100), { nil: undefined }),
  }),
  fc.record({ do: fc.constant('delete' as const), key }),
  fc.record({ do: fc.constant('wait' as const), milliseconds: fc.constantFrom(1, 50) }),
)

describe('what a storage in memory says at once', () => {
  it('is that there is nothing below a folder only where there is nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 40 }), folder, async (deeds, prefix) => {
        const clock = manualClock()
        const storage = memoryStorage({ clock })
        for (const what of deeds) {
          if (what.do === 'wait') await clock.advance(what.milliseconds)
          else if (what.do === 'delete') await storage.delete(what.key)
          else await storage.set(what.key, 'bread', what.expiresIn === undefined ? {} : { expiresIn: what.expiresIn })
          if (storage.mayHold?.(prefix) === false) expect(await storage.list(prefix)).toEqual([])
        }
      }),
    )
  })

  it('is so before anything is written, and again when it is gone', async () => {
    const storage = memoryStorage()
    expect(storage.mayHold?.('conversation/echo/')).toBe(false)
    await storage.set('conversation/echo/of/1', 'bread')
    expect(storage.mayHold?.('conversation/echo/')).toBe(true)
    expect(storage.mayHold?.('conversation/timer/')).toBe(false)
    await storage.delete('conversation/echo/of/1')
    expect(storage.mayHold?.('conversation/echo/')).toBe(false)
  })

  it('is nothing of beginnings that are no folder', () => {
    const storage = memoryStorage()
    for (const prefix of ['', 'conversation', 'conversation/', 'conversation/echo']) {
      expect(storage.mayHold?.(prefix)).toBe(true)
    }
  })
})
