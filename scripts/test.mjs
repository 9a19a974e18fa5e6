import os from 'node:os'
import { requireNode } from './steps/node-version.mjs'

requireNode()
import('./steps/tests.mjs').then(async ({ runTests }) => {
  const { explain, seconds, step } = await import('./steps/report.mjs')
  const { install } = await import('./steps/install.mjs')
  const { provideRedis } = await import('./steps/redis.mjs')
  const { provideShells } = await import('./steps/shells.mjs')
  const { provideChromium } = await import('./steps/chromium.mjs')
  const { providePeers } = await import('./steps/peers.mjs')
  const { provideRuntimes } = await import('./steps/runtimes.mjs')
  const { build, buildIfStale } = await import('./steps/dist.mjs')
  const { findSecrets } = await import('./steps/secrets.mjs')
  const { checkTypes, lint } = await import('./steps/checks.mjs')
  const { theSameOnEveryNode } = await import('./steps/everyNode.mjs')

  const start = Date.now()
  console.log(`Node ${process.version}, ${os.type()} ${os.release()} ${os.arch()}, ${os.availableParallelism()} cores`)
  const full = process.argv.includes('--full')
  // For a second Node, after everything ran on a first one.
  const again = process.argv.includes('--another-node')
  const forVitest = process.argv.slice(2).filter((argument) => argument !== '--full' && argument !== '--another-node')
  if (again) {
    console.log(
      `left out, being the same on every Node: type check, lint, ${theSameOnEveryNode.map(({ what }) => what).join(', ')}`,
    )
  }

  const results = [await step('set-up', install)]
  // Without packages nothing else can run; after that a failed step is no reason to hide what the others find.
  if (results[0].ok) {
    // What is fetched waits for others most of the time, and what is compiled for nobody: so they go on beside each other.
    const steps = await Promise.all([
      again
        ? inTurn(() => step('build', buildIfStale))
        : inTurn(
            () => step('type check', checkTypes),
            ({ ok }) => step('build', () => build({ typesAgree: ok })),
            () => step('lint', lint),
          ),
      inTurn(
        () => step('redis', provideRedis),
        () => step('shells', provideShells),
        () => step('browser', provideChromium),
      ),
      inTurn(
        () => step('peers', providePeers),
        () => step('runtimes', provideRuntimes),
      ),
    ])
    results.push(...steps.flat())
    const tests = await step('tests', () => runTests(forVitest, { full, again, ci: Boolean(process.env.CI) }))
    results.push(tests, await step('secrets', () => findSecrets(tests.wrote)))
  }

  const failures = results.filter((result) => !result.ok)
  explain(failures)
  const passed = results.reduce((sum, result) => sum + (result.passed ?? (result.ok ? 1 : 0)), 0)
  const failed = results.reduce((sum, result) => sum + (result.failed ?? (result.ok ? 0 : 1)), 0)
  console.log(`\n${failures.length === 0 ? 'All is well' : 'Not well'} after ${seconds(Date.now() - start)}.`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
})

/** Does one thing after another, each knowing what came of the one before, and gives what came of all. */
async function inTurn(...works) {
  const results = []
  for (const work of works) results.push(await work(results.at(-1)))
  return results
}
