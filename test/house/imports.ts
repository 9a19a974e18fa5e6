import { posix } from 'node:path'
import { blanked } from './blanked.js'
import type { Sources } from './sources.js'

export interface Import {
  readonly from: string
  readonly line: number
  /** As it is written. */
  readonly specifier: string
  /** The file of ours that it leads to; not there for packages. */
  readonly to?: string
}

/**
 * Every import of a file, types included: `import`, `export … from`, `import()` and `import('…').Type`. Types count
 * because a room that knows the type of a later one can't be read without it.
 */
export function importsOf(path: string, sources: Sources): Import[] {
  const text = sources.get(path) ?? ''
  // Comments and texts are blanked to find the statements, and the specifiers read from the same places of the original.
  const code = blanked(text)
  return statements.flatMap((pattern) =>
    [...code.matchAll(pattern)].map((match) => {
      const end = match.index + match[0].length
      const quote = match.index + match[0].search(/['"`]/)
      const specifier = text.slice(quote + 1, end - 1)
      const line = text.slice(0, quote).split('\n').length
      return { from: path, line, specifier, ...target(path, specifier, sources) }
    }),
  )
}

const statements = [
  /\b(?:import|export)\b[\w\s{},*$]*?\bfrom\s*(['"]) *\1/g,
  /\bimport\s*(['"]) *\1/g,
  /\bimport\s*\(\s*(['"`]) *\1/g,
]

function target(from: string, specifier: string, sources: Sources): { to?: string } {
  if (!specifier.startsWith('.')) return {}
  const path = posix.join(posix.dirname(from), specifier)
  const candidates = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')]
  return { to: candidates.find((candidate) => sources.has(candidate)) ?? path }
}
