import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './child.mjs'
import { inRoot } from './paths.mjs'

const cache = inRoot('node_modules', '.cache', 'earshot')

/** Where a program on the path stands; undefined where it does not. */
export function onPath(...names) {
  const places = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => places.map((place) => join(place, name))).find((path) => existsSync(path))
}

/** The folder that packages are, or would be, unpacked into. */
export const unpackedAt = (name) => join(cache, name)

/**
 * Fetches Debian's packages and what they need that is not there, and unpacks them into a folder of node_modules: nothing
 * is installed, no service is started, and no rights are needed. Gives what went wrong, or nothing.
 */
export async function unpackDebian(name, packages) {
  const work = join(cache, `${name}-${process.pid}`)
  const [archives, tree] = [join(work, 'archives'), join(work, 'tree')]
  mkdirSync(join(archives, 'partial'), { recursive: true })
  try {
    const download = ['install', '--yes', '--download-only', '--no-install-recommends', ...packages]
    let apt = await aptGet(archives, download)
    if (apt.code !== 0) {
      // Containers often come without lists of packages, and old lists name packages that are gone.
      const lists = ['-o', `Dir::State::lists=${join(work, 'lists')}`]
      mkdirSync(join(work, 'lists', 'partial'), { recursive: true })
      const update = await aptGet(archives, [...lists, 'update'])
      if (update.code === 0) apt = await aptGet(archives, [...lists, ...download])
    }
    if (apt.code !== 0) return `apt-get could not fetch it (${lastLine(apt.output)})`
    for (const file of readdirSync(archives).filter((one) => one.endsWith('.deb'))) {
      const dpkg = await run('dpkg-deb', ['--extract', join(archives, file), tree])
      if (dpkg.code !== 0) return `dpkg-deb could not unpack it (${lastLine(dpkg.output)})`
    }
    if (!existsSync(tree)) return 'there was nothing to fetch'
    const target = unpackedAt(name)
    rmSync(target, { recursive: true, force: true })
    renameSync(tree, target)
    return undefined
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Whether an unpacked program starts; if not, it is taken away again. Gives what went wrong, or nothing. */
export async function whyNotStarting(name, { command, env }, args) {
  const asked = await run(command, args, { env, limitMs: 60_000 })
  if (asked.code === 0) return undefined
  rmSync(unpackedAt(name), { recursive: true, force: true })
  return `it does not start here (${lastLine(asked.output)})`
}

/** What a program answers to `--version`, in one line; it ends with the number. */
export async function versionOf({ command, env }, args = ['--version']) {
  const { code, output } = await run(command, args, { env, limitMs: 60_000 })
  return code === 0 ? firstLine(output) : `of an unknown version (${lastLine(output)})`
}

/** Folders of the libraries that were unpacked, as `LD_LIBRARY_PATH`; Debian keeps them by the kind of machine. */
export function librariesOf(name) {
  const folders = ['lib', join('usr', 'lib')].map((folder) => join(unpackedAt(name), folder))
  const byMachine = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => join(folder, entry.name)),
    )
  // Some libraries have a folder to themselves below that of the machine.
  const ofTheirOwn = byMachine
    .filter((folder) => /-linux-gnu/.test(folder))
    .flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => join(folder, entry.name)),
    )
  return [...byMachine, ...ofTheirOwn].join(delimiter)
}

const aptGet = (archives, args) =>
  run(
    'apt-get',
    [
      ...['-o', `Dir::Cache::archives=${archives}`, '-o', 'Debug::NoLocking=1'],
      ...['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=15'],
      ...args,
    ],
    { limitMs: 240_000 },
  )

const firstLine = (output) => output.trim().split('\n').at(0) ?? ''
const lastLine = (output) => output.trim().split('\n').at(-1) ?? ''
