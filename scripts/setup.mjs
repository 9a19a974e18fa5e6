import { requireNode } from './steps/node-version.mjs'

requireNode()
import('./steps/install.mjs').then(async ({ install }) => {
  const { explain, step } = await import('./steps/report.mjs')
  const result = await step('set-up', install)
  if (!result.ok) explain([result])
  process.exitCode = result.ok ? 0 : 1
})
