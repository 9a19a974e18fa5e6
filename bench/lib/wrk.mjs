import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { librariesOf, onPath, unpackDebian, unpackedAt, whyNotStarting } from '../../scripts/steps/debian.mjs'

/** The load generator `wrk`, as `{ command, env }`: the one on the path, else the one unpacked here; undefined where there is none. */
export function findWrk() {
  const installed = onPath('wrk')
  if (installed) return { command: installed, env: {} }
  const command = join(unpackedAt('wrk'), 'usr', 'bin', 'wrk')
  return existsSync(command) ? { command, env: { LD_LIBRARY_PATH: librariesOf('wrk') } } : undefined
}

/** Sees to it that there is one, where Debian's packages are to be had. Gives what went wrong, or nothing. */
export async function provideWrk() {
  if (findWrk()) return undefined
  if (spawnSync('apt-get', ['--version']).status !== 0) return 'there is no apt-get'
  const problem = await unpackDebian('wrk', ['wrk'])
  if (problem) return problem
  const wrk = findWrk()
  return wrk ? whyNotWorking(wrk) : "Debian's packages hold none"
}

async function whyNotWorking(wrk) {
  // It says its version with the code 1.
  const { stdout } = spawnSync(wrk.command, ['--version'], { encoding: 'utf8', env: { ...process.env, ...wrk.env } })
  return stdout?.startsWith('wrk') ? undefined : whyNotStarting('wrk', wrk, ['--version'])
}
