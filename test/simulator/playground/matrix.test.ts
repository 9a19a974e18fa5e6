import { createSimulator } from 'earshot/simulator'
import { matrix } from 'earshot/testing'
import { describe, expect, it } from 'vitest'
import { readMatrix, resultAt } from '../../../src/simulator/playground/page/versions/matrix.js'

describe('the result of a matrix', () => {
  it('is read as it was printed, and says how it went at each level', async () => {
    const run = async ({ level }: { level: number }) => {
      await createSimulator({ featureLevel: level }).close()
      if (level < 490) throw new Error('It said <b>nothing</b>.')
    }
    const read = readMatrix(JSON.stringify(await matrix(run, { from: 475 })))
    expect(read.worksFrom).toBe(490)
    expect(resultAt(read, 495)).toMatchObject({ works: true })
    expect(resultAt(read, 480)).toMatchObject({ works: false, why: expect.stringContaining('<b>nothing</b>') })
    expect(resultAt(read, 100)).toBeUndefined()
    expect(resultAt(undefined, 100)).toBeUndefined()
  })

  it.each(['', 'levels  works', 'null', '[]', '{}', '{"results":[1]}', '{"results":[{"level":1,"until":2}]}'])(
    'is nothing else: %j',
    (text) => {
      expect(() => readMatrix(text)).toThrow('no result of a matrix')
    },
  )
})
