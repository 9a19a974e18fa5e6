import { readFileSync } from 'node:fs'
import { createSimulator, FaultError, parseFault, printFault } from 'earshot/simulator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('a sentence of a fault', () => {
  it('either parses or throws a FaultError, whatever the text', () => {
    const words =
      'every the next call calls delivery of to by and 1 2 third is are hangs dropped , " "Echo" 503 answers'
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom(...words.split(' '))).map((list) => list.join(' ')),
    )
    fc.assert(
      fc.property(text, (sentence) => {
        try {
          const fault = parseFault(sentence)
          expect(parseFault(printFault(fault))).toEqual(fault)
        } catch (error) {
          expect(error).toBeInstanceOf(FaultError)
        }
      }),
    )
  })

  it('is parsed or refused for its length, however long it is', () => {
    const numbers = Array.from({ length: 9000 }, (_, index) => index * 3 + 1).join(', ')
    expect(parseFault(`calls ${numbers} hang`)).toMatchObject({ which: { kind: 'numbers' } })
    expect(() => parseFault(`every ${'call '.repeat(100_000)}`)).toThrow('at most 200000 are read')
    expect(() => parseFault(`every call by "${'\\'.repeat(100_000)} hangs`)).toThrow('a quotation in it does not end')
  })
})

describe('the documentation of faults', () => {
  const text = readFileSync(new URL('../../../docs/reference/faults.md', import.meta.url), 'utf8')
  const [, ...blocks] = text.split('```faults\n')
  const lines = blocks.flatMap((block) => (block.split('```')[0] ?? '').split('\n'))
  const sentences = lines.filter((line) => !/^\s*(#|$)/.test(line)).map(parseFault)

  it('shows only valid sentences, and every kind of effect', async () => {
    const simulator = createSimulator()
    for (const fault of sentences) simulator.faults.add(fault)
    const kinds = (on: string) => new Set(sentences.filter((one) => one.on === on).map(({ effect }) => effect.kind))
    expect(kinds('calls').size).toBe(11)
    expect(kinds('deliveries').size).toBe(16)
    await simulator.close()
  })
})
