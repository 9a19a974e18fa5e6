import { runNpm } from './child.mjs'

/**
 * Asks the registry whether anything that comes along with Earshot has a known weakness. What only its developers
 * install is left out. A registry that does not answer such questions is no failure, and is said.
 */
export async function audit() {
  const { code, output } = await runNpm(['audit', '--omit=dev', '--json', '--loglevel=silent'])
  return verdictOf(code, output)
}

/** What npm's answer comes to. */
export function verdictOf(code, output) {
  const report = read(output)
  const counts = report?.metadata?.vulnerabilities
  if (counts === undefined) {
    const why =
      report?.error?.summary || report?.message || output.trim().split('\n')[0] || `npm ended with code ${code}`
    return { ok: true, note: `not known: the registry does not answer audits (${why})`, unknown: true }
  }
  if (counts.total === 0) return { ok: true, note: 'no known weakness in what is installed with Earshot' }
  const names = Object.values(report.vulnerabilities ?? {}).map(({ name, severity }) => `  ${name}: ${severity}`)
  return { ok: false, advice: [`${counts.total} known weaknesses; run \`npm audit --omit=dev\`:`, ...names].join('\n') }
}

function read(output) {
  try {
    return JSON.parse(output.slice(output.indexOf('{')))
  } catch {
    return undefined
  }
}
