import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newModel } from './model.js'
import { anyLevel, anyScript, newReal } from './steps.js'

/** Calls that a run makes at least. */
const wanted = process.env.EARSHOT_TESTS === 'full' ? 10_000 : 600

describe('the simulator compared with a small model', () => {
  it('behaves like the model for any sequence of calls at any level', async () => {
    let calls = 0
    const script = fc.asyncProperty(anyScript(100), anyLevel, fc.nat(1000), async (steps, level, randomSeed) => {
      const real = newReal(level, randomSeed)
      try {
        await fc.asyncModelRun(() => ({ model: newModel(level), real }), steps)
      } finally {
        calls += real.calls
        await real.simulator.close()
      }
    })
    while (calls < wanted) await fc.assert(script, { numRuns: 20 })
    expect(calls).toBeGreaterThanOrEqual(wanted)
  })
})
