import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '../shared/usageError.js'
import type { TemplateName } from './templates.js'

export interface TemplateCopy {
  readonly template: TemplateName
  /** Absolute path. */
  readonly folder: string
  /** The new package's name. */
  readonly name: string
  /** What it is to depend on: a version of Earshot, or where a packed one lies. */
  readonly earshot: string
}

/**
 * Copies a template into a folder, which is made if it is not there, and gives its package name and dependency.
 *
 * @throws {UsageError} when something is in the folder.
 */
export async function copyTemplate({ template, folder, name, earshot }: TemplateCopy): Promise<void> {
  await mustBeEmpty(folder)
  await mkdir(folder, { recursive: true })
  const source = fileURLToPath(new URL(`../../../templates/${template}`, import.meta.url))
  await cp(source, folder, { recursive: true, filter: (path) => !leftOut.has(basename(path)) })
  // npm takes a file .gitignore for instructions to itself, and leaves it out of the package.
  await rename(join(folder, 'gitignore'), join(folder, '.gitignore'))
  const manifest = join(folder, 'package.json')
  const given = JSON.parse(await readFile(manifest, 'utf8')) as Manifest
  const own = { ...given, name, dependencies: { ...given.dependencies, earshot } }
  await writeFile(manifest, `${JSON.stringify(own, null, 2)}\n`)
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
}

/** What a checkout may have beside a template's own files. */
const leftOut: ReadonlySet<string> = new Set([
  'node_modules',
  'package-lock.json',
  'bun.lock',
  'deno.lock',
  'earshotrc',
  '.wrangler',
  '.dev.vars',
])

async function mustBeEmpty(folder: string): Promise<void> {
  const there = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    const reason = error.code === 'ENOTDIR' ? 'it is a file' : error.message
    throw new UsageError(`${folder} can't be the new folder: ${reason}. Name one that is not there yet.`)
  })
  const inTheWay = there.filter((name) => name !== '.git')
  if (inTheWay.length === 0) return
  const some = inTheWay.slice(0, 3).join(', ')
  throw new UsageError(
    `${folder} is not empty: it holds ${some}${inTheWay.length > 3 ? ` and ${inTheWay.length - 3} more` : ''}. ` +
      'Name a folder that is empty or not there yet.',
  )
}
