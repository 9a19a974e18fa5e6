import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './child.mjs'
import { inRoot } from './paths.mjs'

const declared = inRoot('scripts', 'runtimes')
const installedAt = inRoot('node_modules', '.cache', 'earshot', 'runtimes')

/** Where a package of those that the tests of templates need lies; undefined where it could not be had. */
export function findPackage(name) {
  const path = join(installedAt, 'node_modules', name)
  return existsSync(join(path, 'package.json')) ? path : undefined
}

/** The program of a runtime, `deno` or `bun`; undefined where it could not be had. npm installs that for this kind of machine alone. */
export function findRuntime(name) {
  const folder = join(installedAt, 'node_modules', { deno: '@deno', bun: '@oven' }[name])
  if (!existsSync(folder)) return undefined
  const file = process.platform === 'win32' ? `${name}.exe` : name
  const places = readdirSync(folder).flatMap((kind) => [join(folder, kind, file), join(folder, kind, 'bin', file)])
  return places.find((path) => existsSync(path))
}

/** All packages that are declared, as pairs of name and version. */
export const declaredPackages = () => Object.entries(read(join(declared, 'package.json')).dependencies)

/**
 * Sees to it that the runtimes are there that templates are made for, and the packages that they name. Where that can't
 * be, the tests that need them are skipped by name, which is no failure but in CI.
 */
export async function provideRuntimes() {
  if (areThere()) return { ok: true, note: versions() }
  mkdirSync(installedAt, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(declared, file), join(installedAt, file))
  // Not `npm ci`: it fails where a registry lacks a runtime for some other kind of machine.
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']
  const { code, output } = await runNpm(['install', ...quiet, '--prefix', installedAt])
  if (code === 0 && areThere()) return { ok: true, note: `${versions()}, installed` }
  const reason = output.trim().split('\n').at(-1)
  return { ok: true, note: `some runtimes are missing, so the templates' tests with them are skipped: ${reason}` }
}

const versions = () =>
  declaredPackages()
    .filter(([name]) => runtimes.includes(name))
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')

const runtimes = ['bun', 'deno', 'wrangler']

const areThere = () =>
  declaredPackages().every(([name, version]) => {
    const path = findPackage(name)
    return path !== undefined && read(join(path, 'package.json')).version === version
  })

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
