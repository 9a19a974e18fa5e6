import { parseTranscript, TranscriptError, writeTranscript } from 'earshot/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Entry } from '../../../src/transcript/transcript.js'
import { runs } from '../../seed.js'
import { entries } from './arbitraries.js'

/** Without where they stand: what was made stands nowhere. */
const unplaced = (list: readonly Entry[]) => list.map(({ at: _, ...entry }) => entry)

/** Empty lines at the end are not kept. */
const withoutEnd = (list: readonly Entry[]) => {
  const kept = [...list]
  while (kept.at(-1)?.kind === 'blank') kept.pop()
  return kept
}

describe('a written transcript', () => {
  it('is parsed to the same entries', () => {
    fc.assert(
      fc.property(entries, (made) => {
        const text = writeTranscript({ entries: made })
        expect(withoutEnd(unplaced(parseTranscript(text).entries))).toEqual(withoutEnd(made))
      }),
      { numRuns: runs(3000) },
    )
  })

  it('is written again as the same text', () => {
    fc.assert(
      fc.property(entries, (made) => {
        const text = writeTranscript({ entries: withoutEnd(made) })
        expect(writeTranscript(parseTranscript(text))).toBe(text)
      }),
      { numRuns: runs(1000) },
    )
  })

  it('is parsed the same with a byte order mark and CRLF', () => {
    fc.assert(
      fc.property(entries, (made) => {
        const text = writeTranscript({ entries: made })
        if (text.includes('\r')) return
        const other = `\uFEFF${text.replaceAll('\n', '\r\n')}`
        expect(unplaced(parseTranscript(other).entries)).toEqual(unplaced(parseTranscript(text).entries))
      }),
      { numRuns: runs(300) },
    )
  })
})

it("a transcript with a number beyond JavaScript's range is rejected", () => {
  const call = (to: string) => parseTranscript(`# kitchen > lunch\nIago calls streams.deleteTopic to=${to}`)
  expect(call('[1e308]').entries).toMatchObject([{}, { parameters: { to: { json: [1e308] } } }])
  expect(() => call('[1e309]')).toThrow(TranscriptError)
})

describe('any text as transcript', () => {
  it('is parsed and survives rewriting, or is rejected with line numbers', () => {
    fc.assert(
      fc.property(
        entries,
        fc.array(fc.tuple(fc.nat(400), fc.string({ maxLength: 3 })), { maxLength: 4 }),
        (made, slips) => {
          let text = writeTranscript({ entries: made })
          for (const [at, slip] of slips) text = text.slice(0, at) + slip + text.slice(at + 1)
          try {
            const read = parseTranscript(text)
            expect(withoutEnd(unplaced(parseTranscript(writeTranscript(read)).entries))).toEqual(
              withoutEnd(unplaced(read.entries)),
            )
          } catch (error) {
            expect(error).toBeInstanceOf(TranscriptError)
            const lines = text.split('\n').length
            for (const { line } of (error as TranscriptError).problems) expect(line).toBeLessThanOrEqual(lines)
          }
        },
      ),
      { numRuns: runs(2000) },
    )
  })
})
