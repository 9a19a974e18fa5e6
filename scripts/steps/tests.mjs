import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runNode } from './child.mjs'
import { inRoot, root, tools } from './paths.mjs'
import { seconds } from './report.mjs'
import { failedSeeds, keepFailedSeed } from './seeds.mjs'

const cache = inRoot('node_modules', '.cache', 'earshot')
const resultsFile = join(cache, `tests-${process.pid}.json`)
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`]
/** Milliseconds after which something hangs, on a machine that is twenty times too busy. */
const limits = { small: 60 * 60_000, full: 160 * 60_000 }

/**
 * Runs Vitest and counts the results in its JSON report; `wrote` is all that it printed.
 *
 * @param args Further arguments for Vitest.
 * @param options `projects` are those of vitest.config.ts. `size` and `seed` reach the tests as `EARSHOT_TESTS`, which says how many
 *   random cases to try, and `EARSHOT_SEED`.
 */
export async function runTests(args, { projects, size, seed, ci }) {
  mkdirSync(cache, { recursive: true })
  const run = await runNode(
    tools.vitest,
    ['run', ...projects.map((project) => `--project=${project}`), ...reporters, ...args],
    { show: true, keep: true, env: { EARSHOT_TESTS: size, EARSHOT_SEED: String(seed) }, limitMs: limits[size] },
  )
  const report = read(resultsFile)
  rmSync(resultsFile, { force: true })
  if (size === 'full') {
    const added = keepFailedSeed(seed, failedBySeed(report))
    if (added > 0)
      console.log(
        `${added} failures with the seed ${seed} were added to test/failedSeeds.json: commit it with the fix.`,
      )
  }
  const verdict = judge(run, report, { limitMs: limits[size], chosen: args.some(isNamePattern), ci })
  for (const name of verdict.skipped ?? []) console.log(`skipped: ${name}`)
  return { ...verdict, wrote: run.output + (report === undefined ? '' : JSON.stringify(report, undefined, 1)) }
}

/** Runs those random tests once more that ever failed in `npm run test:full`, each with its seed. */
export async function runFailedSeeds() {
  const failing = []
  const kept = failedSeeds()
  for (const { seed, file, test } of kept) {
    const env = { EARSHOT_TESTS: 'full', EARSHOT_SEED: String(seed) }
    const args = ['run', file, '-t', `^${test.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, ...reporters]
    const run = await runNode(tools.vitest, args, { show: true, env, limitMs: limits.full })
    // Vitest is content with a name that no test has.
    const { ok } = judge(run, read(resultsFile), { limitMs: limits.full, chosen: true })
    rmSync(resultsFile, { force: true })
    if (!ok) failing.push(`${file} > ${test} with the seed ${seed}`)
  }
  if (failing.length === 0) return { ok: true, note: `${kept.length} seeds that failed once pass`, passed: kept.length }
  return { ok: false, passed: kept.length - failing.length, failed: failing.length, advice: list(failing).join('\n  ') }
}

/** Failed tests whose message names a seed. */
function failedBySeed(report) {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'failed' && /\bseed\b/i.test(failureMessages?.[0] ?? ''))
      .map(({ ancestorTitles, title }) => ({ file: place(name), test: [...ancestorTitles, title].join(' ') })),
  )
}

/** What a run of Vitest comes to, with the counts that the last line adds up. */
export function judge(run, report, { limitMs, chosen = false, ci = false }) {
  if (run.tookTooLong) return fault(`they were stopped after ${seconds(limitMs)}: find the test that hangs.`)
  if (!report) return fault(`Vitest ended with code ${run.code} and left no report: see what it says above.`)

  // A file that could not be read or set up fails without a failed test in it, and the rest of it counts as skipped.
  const isBroken = (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')
  const broken = report.testResults.filter(isBroken).map((file) => place(file.name))
  const tests = report.testResults.flatMap((file) =>
    file.assertionResults.map(({ status, ancestorTitles, title, failureMessages = [] }) => ({
      status: status !== 'passed' && isBroken(file) ? 'not reached' : status,
      name: [place(file.name), ...ancestorTitles, title].join(' > '),
      why: failureMessages[0]?.split('\n')[0],
    })),
  )
  const withReason = ({ name, why }) => (why === undefined ? name : `${name}: ${why}`)
  const namesOf = (...statuses) => tests.filter((test) => statuses.includes(test.status)).map((test) => test.name)
  const passed = namesOf('passed').length
  const failed = tests.filter((test) => test.status === 'failed').map(withReason)
  // With `-t` whatever the pattern leaves out counts as skipped in the report, and nobody needs to hear of it.
  const skipped = chosen ? [] : namesOf('skipped', 'pending', 'todo', 'disabled')

  const faults = failed.length + broken.length + (ci ? skipped.length : 0)
  if (faults === 0 && run.code !== 0) {
    return { ...fault(`Vitest ended with code ${run.code} though no test failed: see the error above.`), passed }
  }
  if (faults === 0 && passed === 0) return fault('no test ran: check the arguments.')

  const counts = [`${passed} passed`, ...(skipped.length > 0 ? [`${skipped.length} skipped`] : [])]
  if (faults === 0) return { ok: true, note: counts.join(', '), passed, failed: 0, skipped }
  return { ok: false, passed, failed: faults, skipped, advice: advise({ failed, broken, skipped: ci ? skipped : [] }) }
}

const fault = (advice) => ({ ok: false, advice, passed: 0, failed: 1 })

function advise({ failed, broken, skipped }) {
  const lines = []
  if (failed.length > 0)
    lines.push(`${failed.length} failed; run one file again with \`npx vitest run <file>\`:`, ...list(failed))
  if (broken.length > 0) lines.push(`${broken.length} could not be run at all, see the errors above:`, ...list(broken))
  if (skipped.length > 0) lines.push(`${skipped.length} skipped, which counts as a failure in CI:`, ...list(skipped))
  return lines.join('\n  ')
}

function list(names) {
  const shown = names.slice(0, 20).map((name) => `  ${name}`)
  return names.length > 20 ? [...shown, `  and ${names.length - 20} more`] : shown
}

const isNamePattern = (argument) => /^(-t|--testNamePattern)(=|$)/.test(argument)

const place = (path) => relative(root, path)

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
