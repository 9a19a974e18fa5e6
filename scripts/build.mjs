import { requireNode } from './steps/node-version.mjs'

requireNode()
import('./steps/dist.mjs').then(async ({ build, buildIfStale }) => {
  const { explain, step } = await import('./steps/report.mjs')
  const { install } = await import('./steps/install.mjs')
  const work = process.argv.includes('--if-stale') ? buildIfStale : build
  for (const [name, action] of [
    ['set-up', install],
    ['build', work],
  ]) {
    const result = await step(name, action)
    if (result.ok) continue
    explain([result])
    process.exitCode = 1
    return
  }
})
