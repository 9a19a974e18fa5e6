import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStorage } from 'earshot/node'
import { memoryStorage } from 'earshot/storage'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
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

describe('mayHold of the in-memory storage', () => {
  it('is false only for a folder without entries', async () => {
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

  it('is false before the first write and after the last deletion', async () => {
    const storage = memoryStorage()
    expect(storage.mayHold?.('conversation/echo/')).toBe(false)
    await storage.set('conversation/echo/of/1', 'bread')
    expect(storage.mayHold?.('conversation/echo/')).toBe(true)
    expect(storage.mayHold?.('conversation/timer/')).toBe(false)
    await storage.delete('conversation/echo/of/1')
    expect(storage.mayHold?.('conversation/echo/')).toBe(false)
  })

  it("is true for prefixes that aren't folders", () => {
    const storage = memoryStorage()
    for (const prefix of ['', 'conversation', 'conversation/', 'conversation/echo']) {
      expect(storage.mayHold?.(prefix)).toBe(true)
    }
  })
})

describe('mayHold of the SQLite storage', () => {
  it('reflects the writes of other processes after one turn', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'earshot-storage-'))
    const file = join(folder, 'bots.db')
    const [here, there] = [await sqliteStorage(file), await sqliteStorage(file)]
    onTestFinished(async () => {
      await here.close()
      await there.close()
      rmSync(folder, { recursive: true })
    })
    const prefix = 'conversation/echo/'
    expect(here.mayHold?.(prefix)).toBe(false)
    await here.set(`${prefix}of/1`, 'bread')
    expect([here.mayHold?.(prefix), here.mayHold?.('conversation/timer/')]).toEqual([true, false])
    await turn()
    expect(there.mayHold?.(prefix)).toBe(true)
    await there.delete(`${prefix}of/1`)
    expect(there.mayHold?.(prefix)).toBe(false)
    await turn()
    expect(here.mayHold?.(prefix)).toBe(false)
    await there.set(`${prefix}of/2`, 'bread')
    await turn()
    expect(here.mayHold?.(prefix)).toBe(true)
  })

  it('is true when the storage is closed', async () => {
    const storage = await sqliteStorage(':memory:')
    await storage.close()
    expect(storage.mayHold?.('conversation/echo/')).toBe(true)
  })
})

const turn = () => new Promise((resolve) => setImmediate(resolve))
