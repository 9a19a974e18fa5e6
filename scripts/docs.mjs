// Builds the site of the documentation: `npm run docs`. With `-- --serve` it then shows it on this machine.
import { requireNode } from './steps/node-version.mjs'

requireNode()
import('./steps/docs.mjs').then(async ({ buildSite, provideDocs, serveSite, site, writeReferences }) => {
  const { explain, step } = await import('./steps/report.mjs')
  const { install } = await import('./steps/install.mjs')
  const { buildIfStale } = await import('./steps/dist.mjs')
  const failures = []
  for (const [name, action] of [
    ['set-up', install],
    ['build', buildIfStale],
    ['tools', provideDocs],
    ['reference', writeReferences],
    ['site', buildSite],
  ]) {
    const result = await step(name, action)
    if (!result.ok) failures.push(result)
    if (!result.ok) break
  }
  explain(failures)
  console.log(`\n${failures.length === 0 ? 1 : 0} passed, ${failures.length} failed`)
  process.exitCode = failures.length
  if (failures.length > 0) return
  if (process.argv.includes('--serve')) await serveSite()
  else console.log(`The site is in ${site}; \`npm run docs -- --serve\` shows it.`)
})
