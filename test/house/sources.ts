import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout, which every path in these tests is relative to. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Texts by path, with forward slashes on every system. */
export type Sources = ReadonlyMap<string, string>

/** Every text file in the given folders or files, but for what is made or installed. */
export function sourcesIn(...places: string[]): Sources {
  const paths = places.flatMap((place) => filesIn(join(root, place)))
  return new Map(paths.map((path) => [relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8')]))
}

export const typescriptIn = (...places: string[]): Sources =>
  new Map([...sourcesIn(...places)].filter(([path]) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts')))

function filesIn(path: string): string[] {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  const entries = readdirSync(path, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/](node_modules|dist|coverage|\.cache)[\\/]/.test(file) && !isBinary(file))
    .sort()
}

const isBinary = (path: string) => /\.(png|jpe?g|gif|ico|webp|woff2?|wasm|gz|tgz|zip|db)$/.test(path)
