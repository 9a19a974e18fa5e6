import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './child.mjs'
import { inRoot } from './paths.mjs'

const folder = inRoot('.cache', 'published')

/** Packs what would be published; `file` is where it is. */
export async function pack() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { code, output } = await runNpm(['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder])
  const name = readdirSync(folder).find((one) => one.endsWith('.tgz'))
  if (code !== 0 || name === undefined) return { ok: false, output, advice: 'see what npm says above.' }
  return { ok: true, note: name, file: join(folder, name) }
}

/** Whether bundlers and runtimes find what the package says that it has. */
export async function publint(file) {
  const { code, output } = await runTool('publint@0.3.25', ['run', file, '--strict'])
  const ok = code === 0 && output.includes('All good!')
  return { ok, note: 'has nothing to say', output, advice: 'mend in package.json what publint names above.' }
}

/** Whether TypeScript finds the types of each way in, as it resolves modules in Node and for bundlers. */
export async function typesFromEverywhere(file) {
  // The package has ES modules alone: what cannot load those is not looked at.
  const { code, output } = await runTool('@arethetypeswrong/cli@0.18.5', [file, '--profile', 'esm-only'])
  return { ok: code === 0, note: 'finds all types', output, advice: 'mend in package.json what attw names above.' }
}

const runTool = (tool, args) => runNpm(['exec', '--yes', '--loglevel=error', '--', tool, ...args])
