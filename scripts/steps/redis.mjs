import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { librariesOf, onPath, unpackDebian, unpackedAt, versionOf, whyNotStarting } from './debian.mjs'

/**
 * The redis-server that tests start, as `{ command, env }`: the one on the path, else the one that was unpacked here;
 * undefined when there is none.
 */
export function findRedis() {
  const installed = onPath(process.platform === 'win32' ? 'redis-server.exe' : 'redis-server')
  if (installed) return { command: installed, env: {} }
  const command = join(unpackedAt('redis'), 'usr', 'bin', 'redis-server')
  return existsSync(command) ? { command, env: { LD_LIBRARY_PATH: librariesOf('redis') } } : undefined
}

/**
 * Sees to it that there is a redis-server, on Debian and its like by unpacking one. Where that can't be, the tests that
 * need it are skipped by name, which is no failure but in CI.
 */
export async function provideRedis() {
  const found = findRedis()
  if (found) return { ok: true, note: await versionOf(found) }
  const problem = await unpack()
  if (!problem) {
    const version = await versionOf(findRedis())
    return { ok: true, note: `${version}, unpacked into node_modules from Debian's packages` }
  }
  return { ok: true, note: `no redis-server, so the tests with one are skipped: ${problem}` }
}

async function unpack() {
  const problem = await unpackDebian('redis', ['redis-server'])
  if (problem) return problem
  const redis = findRedis()
  return redis ? whyNotStarting('redis', redis, ['--version']) : "Debian's packages hold none"
}
