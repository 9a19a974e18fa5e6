// The crash test: `npm run crash -- --queue sqlite|redis --messages N`.
import { requireNode } from './steps/node-version.mjs'

requireNode()
import('./steps/dist.mjs').then(async ({ buildIfStale }) => {
  const { explain, step } = await import('./steps/report.mjs')
  const { install } = await import('./steps/install.mjs')
  const { provideRedis } = await import('./steps/redis.mjs')
  const { run } = await import('./steps/child.mjs')
  const { inRoot } = await import('./steps/paths.mjs')

  for (const [name, action] of [
    ['set-up', install],
    ['build', buildIfStale],
    ['redis', provideRedis],
  ]) {
    const result = await step(name, action)
    if (result.ok) continue
    explain([result])
    process.exitCode = 1
    return
  }
  const args = ['--import', 'tsx', inRoot('test', 'crash', 'main.ts'), ...process.argv.slice(2)]
  const { code } = await run(process.execPath, args, { show: true, node: true })
  process.exitCode = code
})
