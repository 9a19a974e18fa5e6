import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { librariesOf, onPath, unpackDebian, unpackedAt, versionOf, whyNotStarting } from './debian.mjs'

const shells = ['zsh', 'fish']

/** A shell that tests give scripts to, as `{ command, env }`; undefined where there is none on the path or unpacked here. */
export function findShell(name) {
  const installed = onPath(process.platform === 'win32' ? `${name}.exe` : name)
  if (installed) return { command: installed, env: {} }
  const places = [join('usr', 'bin'), 'bin'].map((folder) => join(unpackedAt('shells'), folder, name))
  const command = places.find((place) => existsSync(place))
  return command && { command, env: { LD_LIBRARY_PATH: librariesOf('shells') } }
}

/**
 * Sees to it that there are zsh and fish, on Debian and its like by unpacking them. Where that can't be, the tests that
 * need them are skipped by name, which is no failure but in CI.
 */
export async function provideShells() {
  if (shells.every(findShell)) return { ok: true, note: await versions() }
  const problem = await unpack()
  if (!problem) return { ok: true, note: `${await versions()}, unpacked into node_modules from Debian's packages` }
  return { ok: true, note: `not all of ${shells.join(', ')} are there, so tests with them are skipped: ${problem}` }
}

const versions = async () => (await Promise.all(shells.map((name) => versionOf(findShell(name))))).join('; ')

async function unpack() {
  const problem = await unpackDebian('shells', shells)
  if (problem) return problem
  for (const name of shells) {
    const shell = findShell(name)
    if (!shell) return `Debian's packages hold no ${name}`
    const fault = await whyNotStarting('shells', shell, ['--version'])
    if (fault) return fault
  }
  return undefined
}
