import { describe, expect, it } from 'vitest'
import { openBakery } from './bakery.js'
import { sections } from './cases/index.js'
import { scenarios } from './scenarios/index.js'

describe.each(Object.entries(sections))('the simulator, %s', (_, cases) => {
  it.each(cases.map((each) => [each.title, each] as const))('%s', async (_title, each) => {
    expect.hasAssertions()
    const bakery = await openBakery(each.level === undefined ? {} : { featureLevel: each.level })
    try {
      for (const exchange of [...(each.before ?? []), each, ...(each.after ?? [])]) await bakery.play(exchange)
    } finally {
      await bakery.close()
    }
  })
})

describe.each(Object.entries(scenarios))('the simulator, %s', (_, acts) => {
  it.each(acts.map((act) => [act.title, act] as const))('%s', async (_title, act) => {
    expect.hasAssertions()
    await act.run(act.level ?? 496)
  })
})
