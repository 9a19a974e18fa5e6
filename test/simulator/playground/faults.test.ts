import { parseFault, printFault } from 'earshot/simulator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { faultProgress } from '../../../src/simulator/control/endpoints/faults.js'
import { presets } from '../../../src/simulator/faults/presets.js'
import { continued, corrected, marked, problemText } from '../../../src/simulator/playground/page/faults/wording.js'
import { halves } from '../../../src/simulator/playground/views/faults/halves.js'
import { anyFault } from '../faults/arbitraries.js'

const textOf = (pieces: readonly { readonly text: string }[]) => pieces.map(({ text }) => text).join('')

describe('a sentence of the plan', () => {
  it.each([
    ['the next 2 calls of messages.send answer 503 before taking effect', 'answer 503 before taking effect'],
    ['every delivery to "it is dropped" is delivered twice', 'is delivered twice'],
    ['every call by hangs is reset after taking effect', 'is reset after taking effect'],
    ['calls 4 to 6 are dropped before taking effect', 'are dropped before taking effect'],
  ])('is shown in two halves: %s', (sentence, what) => {
    expect(halves(sentence)).toEqual([
      { text: sentence.slice(0, -what.length - 1), kind: 'which' },
      { text: what, kind: 'what' },
    ])
  })

  it('has both halves and loses nothing, whatever the fault', () => {
    fc.assert(
      fc.property(anyFault, (fault) => {
        const sentence = printFault(fault)
        expect(
          halves(sentence)
            .map(({ text }) => text)
            .join(' '),
        ).toBe(sentence)
        expect(halves(sentence)).toHaveLength(2)
      }),
    )
  })

  it('is whole where it is none', () => {
    expect(halves('<b>nothing</b>')).toEqual([{ text: '<b>nothing</b>', kind: 'plain' }])
  })

  it('says how far it has got', () => {
    const progress = (on: string, seen: number, fired: number, remaining: number | null) =>
      faultProgress({ fault: { on }, seen, fired, remaining })
    expect(progress('calls', 0, 0, 2)).toBe('no calls yet · 2 to come')
    expect(progress('calls', 1, 1, 0)).toBe('struck 1 of 1 call · spent')
    expect(progress('deliveries', 1, 0, 3)).toBe('struck 0 of 1 delivery · 3 to come')
    expect(progress('deliveries', 8, 2, null)).toBe('struck 2 of 8 deliveries · no end')
  })
})

describe('a sentence that is being written', () => {
  it('is marked where it is wrong, and loses nothing by that', () => {
    expect(marked('every thrid call', { start: 6, end: 11 })).toEqual([
      { text: 'every ', kind: 'plain' },
      { text: 'thrid', kind: 'wrong' },
      { text: ' call', kind: 'plain' },
    ])
    expect(marked('every', { start: 5, end: 5 })).toEqual([{ text: 'every', kind: 'plain' }])
    fc.assert(
      fc.property(fc.string(), fc.nat(20), fc.nat(20), (text, start, length) => {
        expect(textOf(marked(text, { start, end: start + length }))).toBe(text)
      }),
    )
  })

  it('goes on with what is taken, in the place of what was half written', () => {
    expect(continued('every call of mess', 18, 14, 'messages.send')).toEqual({
      sentence: 'every call of messages.send ',
      caret: 28,
    })
    expect(continued('every call of mess answers 503', 18, 14, 'messages.send')).toEqual({
      sentence: 'every call of messages.send answers 503',
      caret: 28,
    })
    expect(continued('', 0, 0, 'the next call')).toEqual({ sentence: 'the next call ', caret: 14 })
  })

  it('takes what was probably meant, in quotes where that is several words', () => {
    expect(corrected('every thrid call', { start: 6, end: 11 }, 'third')).toBe('every third call')
    const repaired = corrected('every call by Yest hangs', { start: 14, end: 18 }, 'Yeast "Counter"')
    expect(parseFault(repaired)).toMatchObject({ by: 'Yeast "Counter"' })
  })

  it('is told what is wrong without being repeated', () => {
    expect(problemText('The fault \'every x\' cannot be understood: at "x": expected call.')).toBe(
      'At "x": expected call.',
    )
    expect(problemText('A fault names nobody.')).toBe('A fault names nobody.')
  })
})

describe('the faults that are worth a try', () => {
  it.each(presets.map(({ title, sentence }) => [title, sentence]))('%s: %s', (_, sentence) => {
    expect(() => parseFault(sentence)).not.toThrow()
  })
})
