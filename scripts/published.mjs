// What others will say of the package as it is published: `node scripts/published.mjs`.
import { requireNode } from './steps/node-version.mjs'

requireNode()
import('./steps/published.mjs').then(async ({ pack, publint, typesFromEverywhere }) => {
  const { explain, step } = await import('./steps/report.mjs')
  const { install } = await import('./steps/install.mjs')
  const { buildIfStale } = await import('./steps/dist.mjs')
  const results = [await step('set-up', install), await step('build', buildIfStale), await step('pack', pack)]
  const { file } = results[2]
  if (file !== undefined) {
    results.push(await step('publint', () => publint(file)), await step('attw', () => typesFromEverywhere(file)))
  }
  const failures = results.filter(({ ok }) => !ok)
  explain(failures)
  console.log(`\n${results.length - failures.length} passed, ${failures.length} failed`)
  process.exitCode = failures.length === 0 ? 0 : 1
})
