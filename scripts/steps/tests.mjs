import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runNode } from './child.mjs'
import { theSameOnEveryNode } from './everyNode.mjs'
import { inRoot, root, tools } from './paths.mjs'
import { seconds } from './report.mjs'

const cache = inRoot('node_modules', '.cache', 'earshot')
const resultsFile = join(cache, `tests-${process.pid}.json`)
const leftOut = theSameOnEveryNode.flatMap(({ files = [] }) => files)
const limits = { small: 25 * 60_000, full: 80 * 60_000 }
// Tests that start processes and browsers are tried a second time in CI (see vitest.config.ts). More than these few are no bad luck.
const unsteadyAllowed = 3

/**
 * Runs Vitest with the arguments given and counts what it says in its JSON report; `wrote` is all that it wrote. The tests read `EARSHOT_TESTS`
 * (`small` or `full`) to know how many cases to try: none of them is left out in either size.
 */
export async function runTests(args, { full, again, ci }) {
  const size = full ? 'full' : 'small'
  mkdirSync(cache, { recursive: true })
  const run = await runNode(
    tools.vitest,
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`, ...args],
    {
      show: true,
      keep: true,
      env: { EARSHOT_TESTS: size, ...(again && { EARSHOT_LEFT_OUT: leftOut.join(' ') }) },
      limitMs: limits[size],
    },
  )
  const report = read(resultsFile)
  rmSync(resultsFile, { force: true })
  const verdict = judge(run, report, { limitMs: limits[size], chosen: args.some(isNamePattern), ci })
  for (const name of verdict.skipped ?? []) console.log(`skipped: ${name}`)
  for (const name of verdict.unsteady ?? []) console.log(`passed at its second try: ${name}`)
  return { ...verdict, wrote: run.output + (report === undefined ? '' : JSON.stringify(report, undefined, 1)) }
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
  const unsteady = tests.filter((test) => test.status === 'passed' && test.why !== undefined).map(withReason)
  const tooUnsteady = unsteady.length > unsteadyAllowed ? unsteady : []
  // With `-t` whatever the pattern leaves out counts as skipped in the report, and nobody needs to hear of it.
  const skipped = chosen ? [] : namesOf('skipped', 'pending', 'todo', 'disabled')

  const faults = failed.length + broken.length + tooUnsteady.length + (ci ? skipped.length : 0)
  if (faults === 0 && run.code !== 0) {
    return { ...fault(`Vitest ended with code ${run.code} though no test failed: see the error above.`), passed }
  }
  if (faults === 0 && passed === 0) return fault('no test ran: check the arguments.')

  const counts = [
    `${passed} passed`,
    ...(unsteady.length > 0 ? [`${unsteady.length} of them at the second try`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
  ]
  if (faults === 0) return { ok: true, note: counts.join(', '), passed, failed: 0, skipped, unsteady }
  const advice = advise({ failed, broken, tooUnsteady, skipped: ci ? skipped : [] })
  return { ok: false, passed, failed: faults, skipped, unsteady, advice }
}

const fault = (advice) => ({ ok: false, advice, passed: 0, failed: 1 })

function advise({ failed, broken, tooUnsteady, skipped }) {
  const lines = []
  if (failed.length > 0)
    lines.push(`${failed.length} failed; run one file again with \`npx vitest run <file>\`:`, ...list(failed))
  if (broken.length > 0) lines.push(`${broken.length} could not be run at all, see the errors above:`, ...list(broken))
  if (tooUnsteady.length > 0)
    lines.push(
      `${tooUnsteady.length} passed only at their second try, and ${unsteadyAllowed} may:`,
      ...list(tooUnsteady),
    )
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
