import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of packages as npm leaves it, with Earshot among them as JavaScript. */
    readonly installed: string
  }
}

const inRoot = (...parts: string[]) => fileURLToPath(new URL(`../../${parts.join('/')}`, import.meta.url))

// The scripts are plain JavaScript, since they run before anything is installed: their types are said here.
const dist = new URL('../../scripts/steps/dist.mjs', import.meta.url).href
const { isStale }: { isStale: () => boolean } = await import(dist)

/**
 * Installs Earshot once for all files of a run of Vitest: what `npm run build` left in dist, which starts in a fraction of
 * the time of its sources. Where it was built of other sources than those here now, they are compiled anew, elsewhere and
 * without a look at their types, so that no test ever speaks of a command that is not there any more.
 */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = inRoot('.cache', `installed-${process.pid}`)
  const modules = join(folder, 'node_modules')
  // Several projects of one run share it; they are set up one after the other.
  if (!existsSync(join(modules, 'earshot'))) await install(folder, modules)
  project.provide('installed', modules)
  return () => rmSync(folder, { recursive: true, force: true })
}

async function install(folder: string, modules: string): Promise<void> {
  mkdirSync(modules, { recursive: true })
  removeLeftovers()
  for (const name of ['zod', 'tsx']) symlinkSync(inRoot('node_modules', name), join(modules, name))
  symlinkSync(isStale() ? await compiled(join(folder, 'earshot')) : inRoot(), join(modules, 'earshot'))
}

/** What runs left that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(inRoot('.cache'))) {
    const [, pid] = /^installed-(\d+)$/.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(inRoot('.cache', name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function compiled(folder: string): Promise<string> {
  await build({
    entryPoints: ['src/**/*.ts', 'src/protocol/**/*.json', 'src/simulator/**/*.json'].map((path) => inRoot(path)),
    loader: { '.json': 'copy' },
    outbase: inRoot('src'),
    outdir: join(folder, 'dist'),
    format: 'esm',
    logLevel: 'error',
  })
  const page = 'dist/playground/files'
  for (const path of ['package.json', 'templates', 'docs', page]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(inRoot(path), join(folder, path))
  }
  return folder
}
