import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a new project is to depend on. */
export interface Dependency {
  /** As it stands in package.json: a version, or a file in the project. */
  readonly earshot: string
  /** Absolute path of a packed file that is copied to where `earshot` says. */
  readonly packed?: string
}

/**
 * The Earshot that is running: its version, or the packed file that it was installed from.
 *
 * @param root The folder of the package.
 */
export function ownEarshot(root = fileURLToPath(new URL('../../../', import.meta.url))): Dependency {
  const packed = packedFile(root)
  if (packed !== undefined) return { earshot: `file:vendor/${basename(packed)}`, packed }
  const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { readonly version: string }
  return { earshot: `^${version}` }
}

/** npm keeps a list of what it installed beside the packages themselves. */
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
