import { parseFault, printFault } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { corrected, problemText } from '../../src/playground/page/faults/wording.js'
import { faultProgress } from '../../src/simulator/control/endpoints/faults.js'
import { presets, presetsFor } from '../../src/simulator/faults/presets.js'

describe('the progress of a fault', () => {
  it('has the number of affected ones and those to come', () => {
    const progress = (on: string, seen: number, fired: number, remaining: number | null) =>
      faultProgress({ fault: { on }, seen, fired, remaining })
    expect(progress('calls', 0, 0, 2)).toBe('no calls yet · 2 to come')
    expect(progress('calls', 1, 1, 0)).toBe('applied to 1 of 1 call · spent')
    expect(progress('deliveries', 1, 0, 3)).toBe('applied to 0 of 1 delivery · 3 to come')
    expect(progress('deliveries', 8, 2, null)).toBe('applied to 2 of 8 deliveries · no end')
  })
})

describe('an unfinished fault sentence', () => {
  it('is corrected by the suggestion, in quotes if it has several words', () => {
    expect(corrected('every thrid call', { start: 6, end: 11 }, 'third')).toBe('every third call')
    const repaired = corrected('every call by Yest hangs', { start: 14, end: 18 }, 'Yeast "Counter"')
    expect(parseFault(repaired)).toMatchObject({ by: 'Yeast "Counter"' })
  })

  it('has its problem shown without the sentence itself', () => {
    expect(problemText('The fault \'every x\' cannot be understood: at "x": expected call.')).toBe(
      'At "x": expected call.',
    )
    expect(problemText('A fault names nobody.')).toBe('A fault names nobody.')
  })
})

describe('the preset faults', () => {
  it.each(presets.map(({ title, sentence }) => [title, sentence]))(
    'are valid in their normal form: %s: %s',
    (_, sentence) => {
      expect(printFault(parseFault(sentence))).toContain(sentence)
    },
  )

  it('are aimed at the chosen bot', () => {
    for (const { sentence } of presetsFor('Yeast Counter')) expect(sentence).toMatch(/ (by|to) "Yeast Counter" /)
  })
})
