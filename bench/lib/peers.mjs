import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runNpm } from '../../scripts/steps/child.mjs'

const inBench = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/**
 * Installs what Earshot is measured beside, unless it is there: `all`, or without the large ones that are optional. Gives what went
 * wrong, or nothing.
 */
export async function installPeers({ all }) {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(inBench('package.json'), 'utf8'))
  if (areInstalled({ ...dependencies, ...(all && optionalDependencies) })) return undefined
  const few = all ? [] : ['--omit=optional']
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await runNpm(['ci', ...few, ...quiet, '--prefix', inBench('')])
  return code === 0 ? undefined : `npm could not install peers: ${output.trim().split('\n').at(-1)}`
}

function areInstalled(wanted) {
  return Object.entries(wanted).every(([name, version]) => {
    const manifest = inBench(`node_modules/${name}/package.json`)
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version
  })
}
