import os from 'node:os'
import { requireNode } from './steps/node-version.mjs'

// Of `vitest.config.ts`.
const projects = {
  usual: ['unit', 'isolated', 'process', 'browser'],
  anotherNode: ['unit', 'isolated', 'process'],
  release: ['release'],
  // After `npm run docs`.
  site: ['site'],
  full: ['unit', 'isolated', 'process', 'browser', 'release'],
}
// What comes out the same on every Node: it touches nothing of Node but the language.
const sameOnEveryNode = [
  ...['conformance', 'docs', 'house', 'playground', 'protocol', 'scripts', 'spec', 'text', 'types'].map(
    (folder) => `test/${folder}/**`,
  ),
  ...['control', 'faults', 'levels', 'model', 'realm', 'seedFile'].map((folder) => `test/simulator/${folder}/**`),
  'bots/**',
]

requireNode()
import('./steps/tests.mjs').then(async ({ runFailedSeeds, runTests }) => {
  const { explain, seconds, step } = await import('./steps/report.mjs')
  const { install } = await import('./steps/install.mjs')
  const { provideRedis } = await import('./steps/redis.mjs')
  const { provideChromium } = await import('./steps/chromium.mjs')
  const { providePeers } = await import('./steps/peers.mjs')
  const { provideRuntimes } = await import('./steps/runtimes.mjs')
  const { buildIfStale } = await import('./steps/dist.mjs')
  const { findSecrets } = await import('./steps/secrets.mjs')
  const { checkTypes, lint } = await import('./steps/checks.mjs')
  const { freshSeed, usualSeed } = await import('./steps/seeds.mjs')

  const start = Date.now()
  const { kind, seed = kind === 'full' ? freshSeed() : usualSeed, forVitest } = options(process.argv.slice(2))
  const [isUsual, isFull] = [kind === 'usual', kind === 'full']
  const hasRelease = isFull || kind === 'release'
  console.log(`Node ${process.version}, ${os.type()} ${os.release()} ${os.arch()}, ${os.availableParallelism()} cores`)
  console.log(`projects: ${projects[kind].join(', ')}; seed ${seed}`)

  const results = [await step('set-up', install)]
  // Without packages nothing else can run; after that a failed step is no reason to hide what the others find.
  if (results[0].ok) {
    // Downloads wait for the network while the compiler keeps a core busy.
    const steps = await Promise.all([
      isUsual || isFull
        ? inTurn(
            () => step('type check', checkTypes),
            ({ ok }) => step('build', () => buildIfStale({ typesAgree: ok })),
            () => step('lint', lint),
          )
        : inTurn(() => step('build', () => buildIfStale())),
      inTurn(
        () => step('redis', provideRedis),
        ...(isUsual || hasRelease || kind === 'site' ? [() => step('browser', provideChromium)] : []),
      ),
      ...(hasRelease
        ? [
            inTurn(
              () => step('peers', providePeers),
              () => step('runtimes', provideRuntimes),
            ),
          ]
        : []),
    ])
    results.push(...steps.flat())
    const exclude = kind === 'anotherNode' ? sameOnEveryNode.map((glob) => `--exclude=${glob}`) : []
    const tests = await step('tests', () =>
      runTests([...exclude, ...forVitest], {
        projects: projects[kind],
        size: isFull ? 'full' : 'small',
        seed,
        ci: Boolean(process.env.CI),
      }),
    )
    results.push(tests)
    if (isFull) results.push(await step('seeds', runFailedSeeds))
    results.push(await step('secrets', () => findSecrets(tests.wrote)))
  }

  const failures = results.filter((result) => !result.ok)
  explain(failures)
  const passed = results.reduce((sum, result) => sum + (result.passed ?? (result.ok ? 1 : 0)), 0)
  const failed = results.reduce((sum, result) => sum + (result.failed ?? (result.ok ? 0 : 1)), 0)
  console.log(`\n${failures.length === 0 ? 'All is well' : 'Something failed'} after ${seconds(Date.now() - start)}.`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
})

/** What the command line asks for; the rest goes to Vitest. */
function options(args) {
  const kinds = { '--full': 'full', '--release': 'release', '--site': 'site', '--another-node': 'anotherNode' }
  const forVitest = []
  const asked = { kind: 'usual' }
  for (const arg of args) {
    if (Object.hasOwn(kinds, arg)) asked.kind = kinds[arg]
    else if (/^--(random-)?seed=\d+$/.test(arg)) asked.seed = Number(arg.split('=')[1])
    else forVitest.push(arg)
  }
  return { ...asked, forVitest }
}

/** Runs one step after another, each with the result of the one before; returns all results. */
async function inTurn(...steps) {
  const results = []
  for (const next of steps) results.push(await next(results.at(-1)))
  return results
}
