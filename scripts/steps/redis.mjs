import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './child.mjs'
import { inRoot } from './paths.mjs'

const cache = inRoot('node_modules', '.cache', 'earshot')
const unpacked = join(cache, 'redis')

/**
 * The redis-server that tests start, as `{ command, env }`: the one on the path, else the one that was unpacked here;
 * undefined when there is none.
 */
export function findRedis() {
  const names = process.platform === 'win32' ? ['redis-server.exe'] : ['redis-server']
  const places = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = places.flatMap((place) => names.map((name) => join(place, name))).find((path) => existsSync(path))
  if (onPath) return { command: onPath, env: {} }
  const command = join(unpacked, 'usr', 'bin', 'redis-server')
  return existsSync(command) ? { command, env: { LD_LIBRARY_PATH: libraries().join(delimiter) } } : undefined
}

/**
 * Sees to it that there is a redis-server. On Debian and its like the packages are fetched and unpacked into
 * node_modules: nothing is installed, no service is started, and no rights are needed. Where that can't be, the tests
 * that need it are skipped by name, which is no failure but in CI.
 */
export async function provideRedis() {
  if (findRedis()) return { ok: true, note: 'redis-server is there' }
  const problem = await unpack()
  if (!problem) return { ok: true, note: `redis-server was unpacked into node_modules from Debian's packages` }
  return { ok: true, note: `no redis-server, so the tests with one are skipped: ${problem}` }
}

async function unpack() {
  const work = join(cache, `redis-${process.pid}`)
  const [archives, tree] = [join(work, 'archives'), join(work, 'tree')]
  mkdirSync(join(archives, 'partial'), { recursive: true })
  try {
    const download = ['install', '--yes', '--download-only', '--no-install-recommends', 'redis-server']
    let apt = await aptGet(archives, download)
    if (apt.code !== 0) {
      // Containers often come without lists of packages, and old lists name packages that are gone.
      const lists = ['-o', `Dir::State::lists=${join(work, 'lists')}`]
      mkdirSync(join(work, 'lists', 'partial'), { recursive: true })
      const update = await aptGet(archives, [...lists, 'update'])
      if (update.code === 0) apt = await aptGet(archives, [...lists, ...download])
    }
    if (apt.code !== 0) return `apt-get could not fetch it (${lastLine(apt.output)})`
    for (const name of readdirSync(archives).filter((file) => file.endsWith('.deb'))) {
      const dpkg = await run('dpkg-deb', ['--extract', join(archives, name), tree])
      if (dpkg.code !== 0) return `dpkg-deb could not unpack it (${lastLine(dpkg.output)})`
    }
    if (!existsSync(join(tree, 'usr', 'bin', 'redis-server'))) return "Debian's packages hold none"
    rmSync(unpacked, { recursive: true, force: true })
    renameSync(tree, unpacked)
    const redis = findRedis()
    const asked = await run(redis.command, ['--version'], { env: redis.env })
    if (asked.code === 0) return undefined
    rmSync(unpacked, { recursive: true, force: true })
    return `it does not start here (${lastLine(asked.output)})`
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const aptGet = (archives, args) =>
  run(
    'apt-get',
    [
      ...['-o', `Dir::Cache::archives=${archives}`, '-o', 'Debug::NoLocking=1'],
      ...['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=15'],
      ...args,
    ],
    { limitMs: 120_000 },
  )

/** Debian keeps libraries in a folder named after the kind of machine. */
function libraries() {
  const folder = join(unpacked, 'usr', 'lib')
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

const lastLine = (output) => output.trim().split('\n').at(-1) ?? ''
