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

describe("a text's digest", () => {
  it('is that of its UTF-8 bytes, in hexadecimal', isThatOfNode)

  it('is the same where the platform has none that answers at once', async () => {
    const asked = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)
    onTestFinished(() => asked.mockRestore())
    await isThatOfNode()
    expect(asked).toHaveBeenCalled()
  })
})
