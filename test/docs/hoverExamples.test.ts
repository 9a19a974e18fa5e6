import { describe, expect, it } from 'vitest'
import { exportedFunctions } from './exportedFunctions.js'

/** Classes of which people get instances, rather than create them. Errors aren't created either. */
const handedOut: ReadonlySet<string> = new Set(['Widget', 'ZulipAdapter'])

const called = exportedFunctions().filter(({ name, extended }) => !extended?.endsWith('Error') && !handedOut.has(name))

describe('the functions and classes that people call', () => {
  it('are found', () => {
    expect(called.length).toBeGreaterThan(90)
    expect(called.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Bot', 'createSimulator', 'serve', 'testBot']),
    )
  })

  it('have an example in their docstring', () => {
    const without = called.filter(({ docstring }) => !docstring.includes('@example'))
    expect(without.map(({ entry, name, file }) => `${entry}: ${name} (${file})`)).toEqual([])
  })
})
