import { pathToFileURL } from 'node:url'
import { requireNode } from './steps/node-version.mjs'

requireNode()
import('./steps/dist.mjs').then(async ({ buildIfStale }) => {
  const { explain, step } = await import('./steps/report.mjs')
  const { install } = await import('./steps/install.mjs')
  const { inRoot } = await import('./steps/paths.mjs')
  for (const [name, action] of [
    ['set-up', install],
    ['build', buildIfStale],
  ]) {
    const result = await step(name, action)
    if (result.ok) continue
    explain([result])
    process.exitCode = 1
    return
  }

  // It runs in this very process, so that signals reach it once and its exit code is ours.
  const program = inRoot('dist', 'cli', 'start.js')
  process.argv[1] = program
  await import(pathToFileURL(program).href)
})
