import { explore, type RuleName } from 'earshot/testing'
import { describe, expect, it } from 'vitest'
import { createClean, planted } from './planted.js'

describe('explore', () => {
  it.each(Object.keys(planted) as (keyof typeof planted)[])('finds a fault planted against: %s', async (rule) => {
    const t = performance.now()
    const report = await explore(planted[rule], { seed: 1, runs: 60, levels: [496], role: 'administrator' })
    console.log(
      rule,
      report.conversations,
      report.steps,
      performance.now() - t,
      report.commands,
      report.findings.map((f) => `${f.rule} repeats ${f.repeats}\n${f.transcript}`).join('\n---\n'),
    )
    expect(report.findings.map((f) => f.rule as RuleName)).toContain(rule)
  })
  it('clean', async () => {
    const t = performance.now()
    const report = await explore(createClean, { seed: 1, runs: 60, role: 'administrator' })
    console.log(report, performance.now() - t)
    for (const f of report.findings) console.log(f.transcript)
    expect(report.findings).toEqual([])
  })
})
