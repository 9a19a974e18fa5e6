import { mkdirSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { ownEnvironment } from './consumer.js'

interface Runtimes {
  readonly findRuntime: (name: 'deno' | 'bun') => string | undefined
  readonly findPackage: (name: string) => string | undefined
  readonly declaredPackages: () => readonly (readonly [name: string, version: string])[]
}

// The scripts are plain JavaScript, since they run before anything is installed: their types are said here.
const script = new URL('../../scripts/steps/runtimes.mjs', import.meta.url).href
const { findRuntime, findPackage, declaredPackages }: Runtimes = await import(script)

/** Where Deno and Bun are, which `node scripts/test.mjs` sees to where it can. */
export const deno = findRuntime('deno')
export const bun = findRuntime('bun')

/** Whether the packages are there that templates name and we don't use ourselves. */
export const hasPackages = declaredPackages().every(([name]) => findPackage(name) !== undefined)

/** Puts these packages, as they are installed for us, beside those of a folder. */
export function linkPackages(folder: string): void {
  for (const [name] of declaredPackages()) {
    const target = findPackage(name)
    if (target === undefined) continue
    const path = join(folder, 'node_modules', name)
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(target, path, 'junction')
  }
}

/** Our surroundings, with both runtimes on the path. */
export const withRuntimes = {
  ...ownEnvironment,
  PATH: [...[deno, bun].flatMap((path) => (path === undefined ? [] : [dirname(path)])), process.env.PATH].join(
    delimiter,
  ),
  // Neither reports of us to its makers, nor asks them for something newer.
  WRANGLER_SEND_METRICS: 'false',
  DENO_NO_UPDATE_CHECK: '1',
}
