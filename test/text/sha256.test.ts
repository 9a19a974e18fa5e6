import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sha256 } from '../../src/text/index.js'

const isThatOfNode = () =>
  fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
      expect(await sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
    }),
  )

describe('sha256', () => {
  it('hashes the UTF-8 bytes to hexadecimal', isThatOfNode)

  it('returns the same on a platform without a synchronous hash', async () => {
    const asked = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)
    onTestFinished(() => asked.mockRestore())
    await isThatOfNode()
    expect(asked).toHaveBeenCalled()
  })
})
