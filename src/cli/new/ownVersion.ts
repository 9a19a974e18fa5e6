import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * What a new project is to depend on to get the Earshot that is running: its version; or for one that was installed from
 * a packed file, the way from the project's folder to that file.
 */
export function ownVersion(folder: string): string {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { readonly version: string }
  const packed = packedFile(root)
  if (packed === undefined) return `^${version}`
  return `file:${relative(folder, packed).replaceAll('\\', '/')}`
}

/** npm keeps a list of what it installed beside the packages themselves. */
function packedFile(root: string): string | undefined {
  try {
    const modules = dirname(root)
    const { packages } = JSON.parse(readFileSync(resolve(modules, '.package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly resolved?: string }>>
    }
    const [, path] = /^file:(.+\.tgz)$/.exec(packages['node_modules/earshot']?.resolved ?? '') ?? []
    return path === undefined ? undefined : resolve(dirname(modules), path)
  } catch {
    return undefined
  }
}
