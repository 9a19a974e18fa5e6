import { existsSync, readFileSync } from 'node:fs'
import { copyFile, cp, mkdir, readdir, readFile, realpath, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '../shared/usageError.js'
import type { TemplateName } from './templates.js'

export interface TemplateCopy {
  readonly template: TemplateName
  /** Absolute path. */
  readonly folder: string
  readonly name: string
  readonly dependency: Dependency
}

/** @throws {UsageError} if the folder isn't empty. */
export async function copyTemplate({ template, folder: path, name, dependency }: TemplateCopy): Promise<void> {
  await mustBeEmpty(path)
  await mkdir(path, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw unusable(path, error)
  })
  // `cp` takes a link to a folder for a file.
  const folder = await realpath(path)
  const templates = fileURLToPath(new URL('../../../templates', import.meta.url))
  // A template may have one of its own.
  await copyFile(join(templates, 'AGENTS.md'), join(folder, 'AGENTS.md'))
  await cp(join(templates, template), folder, { recursive: true, filter: (path) => !leftOut.has(basename(path)) })
  // npm leaves a .gitignore out of packages, so the template has it under another name.
  await rename(join(folder, 'gitignore'), join(folder, '.gitignore'))
  const manifest = join(folder, 'package.json')
  const given = JSON.parse(await readFile(manifest, 'utf8')) as { readonly dependencies: object }
  const own = { ...given, name, dependencies: { ...given.dependencies, earshot: dependency.earshot } }
  await writeFile(manifest, `${JSON.stringify(own, null, 2)}\n`)
  if (dependency.packed !== undefined) await vendor(folder, dependency.packed)
}

/** Copies the packed file into the project and, if there is a Dockerfile, into its image before packages are installed. */
async function vendor(folder: string, packed: string): Promise<void> {
  await mkdir(join(folder, 'vendor'))
  await copyFile(packed, join(folder, 'vendor', basename(packed)))
  const dockerfile = join(folder, 'Dockerfile')
  if (!existsSync(dockerfile)) return
  const text = await readFile(dockerfile, 'utf8')
  await writeFile(dockerfile, text.replace(/^RUN npm ci$/m, 'COPY vendor ./vendor\n$&'))
}

/** Files that a checkout may have besides the template's own. */
const leftOut: ReadonlySet<string> = new Set([
  'node_modules',
  'package-lock.json',
  'bun.lock',
  'deno.lock',
  'earshotrc',
  '.env',
  '.wrangler',
  '.dev.vars',
])

async function mustBeEmpty(folder: string): Promise<void> {
  const there = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw unusable(folder, error)
  })
  const inTheWay = there.filter((name) => name !== '.git')
  if (inTheWay.length === 0) return
  const some = inTheWay.slice(0, 3).join(', ')
  throw new UsageError(
    `${folder} is not empty: it holds ${some}${inTheWay.length > 3 ? ` and ${inTheWay.length - 3} more` : ''}. ` +
      "Name a folder that is empty or doesn't exist yet.",
  )
}

function unusable(folder: string, { code, message }: NodeJS.ErrnoException): UsageError {
  // Where nothing could be read, and nothing could be made, is a link to what doesn't exist.
  const leadsNowhere = code === 'EEXIST' || code === 'ENOENT'
  const reason = code === 'ENOTDIR' ? 'it is a file' : leadsNowhere ? 'it is a link to nothing' : message
  return new UsageError(`${folder} can't be the new folder: ${reason}. Name a folder that doesn't exist yet.`)
}

interface Dependency {
  /** As in package.json: a version, or a file in the project. */
  readonly earshot: string
  /** Absolute path of the packed file to copy there. */
  readonly packed?: string
}

/** The running Earshot: its version, or the packed file that it was installed from. */
export function ownEarshot(root = fileURLToPath(new URL('../../../', import.meta.url))): Dependency {
  const packed = packedFile(root)
  if (packed !== undefined) return { earshot: `file:vendor/${basename(packed)}`, packed }
  const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { readonly version: string }
  return { earshot: `^${version}` }
}

/** Found in the list of installed packages that npm keeps in node_modules. */
function packedFile(root: string): string | undefined {
  try {
    const modules = dirname(resolve(root))
    const { packages } = JSON.parse(readFileSync(resolve(modules, '.package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly resolved?: string }>>
    }
    const [, path] = /^file:(.+\.tgz)$/.exec(packages['node_modules/earshot']?.resolved ?? '') ?? []
    const file = path && resolve(dirname(modules), path)
    return file && existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}
