// Whether what is installed with Earshot has known weaknesses: `node scripts/audit.mjs`.
import { requireNode } from './steps/node-version.mjs'

requireNode()
import('./steps/audit.mjs').then(async ({ audit }) => {
  const { explain, step } = await import('./steps/report.mjs')
  const result = await step('audit', audit)
  if (!result.ok) explain([result])
  console.log(`\n${result.ok && !result.unknown ? 1 : 0} passed, ${result.ok ? 0 : 1} failed`)
  process.exitCode = result.ok ? 0 : 1
})
