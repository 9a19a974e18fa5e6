import { parseFault, printFault } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { corrected, problemText } from '../../src/playground/page/faults/wording.js'
import { faultProgress } from '../../src/simulator/control/endpoints/faults.js'
import { presets, presetsFor } from '../../src/simulator/faults/presets.js'

describe('a fault of the plan', () => {
  it('says how far it has got', () => {
    const progress = (on: string, seen: number, fired: number, remaining: number | null) =>
      faultProgress({ fault: { on }, seen, fired, remaining })
    expect(progress('calls', 0, 0, 2)).toBe('no calls yet · 2 to come')
    expect(progress('calls', 1, 1, 0)).toBe('applied to 1 of 1 call · spent')
    expect(progress('deliveries', 1, 0, 3)).toBe('applied to 0 of 1 delivery · 3 to come')
    expect(progress('deliveries', 8, 2, null)).toBe('applied to 2 of 8 deliveries · no end')
  })
})

describe('a sentence that is being written', () => {
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
    expect(printFault(parseFault(sentence))).toContain(sentence)
  })

  it('are those of one bot where one is chosen', () => {
    for (const { sentence } of presetsFor('Yeast Counter')) expect(sentence).toMatch(/ (by|to) "Yeast Counter" /)
  })
})
