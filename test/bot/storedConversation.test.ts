import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ZodType } from 'zod'
import type * as z from 'zod/mini'
import { Stored, Target } from '../../src/bot/conversation/stored.js'
import { writtenStored, writtenTarget } from '../../src/bot/conversation/written.js'
import { check } from '../../src/protocol/shapes/check.js'
import { readShape } from '../../src/protocol/shapes/shape.js'
import { damaged, found, foundByZod } from '../protocol/damaged.js'
import { written } from '../protocol/writing.js'

describe('what is written down of a stored conversation', () => {
  it('says what its declaration does (`npx vitest run test/bot/storedConversation.test.ts -u` writes it again)', async () => {
    const file = [
      '/**',
      ' * What the declarations in `stored.ts` say, in the notation of `protocol/shapes/shape.ts`. Written by',
      ' * `npx vitest run test/bot/storedConversation.test.ts -u`, which otherwise holds it against them.',
      ' */',
      'export const writtenStored =',
      `  '${written(Stored)}'`,
      '',
      `export const writtenTarget = '${written(Target)}'`,
      '',
    ]
    await expect(file.join('\n')).toMatchFileSnapshot('../../src/bot/conversation/written.ts')
  })

  const pairs: readonly (readonly [string, z.ZodMiniType, string])[] = [
    ['a conversation', Stored, writtenStored],
    ['where a question waits', Target, writtenTarget],
  ]

  it.each(pairs)('finds of %s what zod does', (_, schema, text) => {
    fc.assert(
      fc.property(damaged(schema as unknown as ZodType), (value) => {
        expect(found(check(readShape(text), value))).toEqual(foundByZod(schema, value))
      }),
      { numRuns: 200 },
    )
  })
})
