import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { root } from './blocks.js'
import { entries } from './entries.js'

/** A function or a class that people import. */
export interface Exported {
  /** For example `earshot/client`. */
  readonly entry: string
  readonly name: string
  /** The class that a class extends. */
  readonly extended: string | undefined
  /** The file that declares it. */
  readonly file: string
  /** What an editor shows when one points at it. */
  readonly docstring: string
}

/** The functions and classes that the package exports, each once, with the first entry that has it. */
export function exportedFunctions(): Exported[] {
  const found = new Map<string, Exported>()
  for (const [file, entry] of entries) {
    for (const [name, declared] of exportsOf(file)) {
      const place = `${declared.file} ${declared.name}`
      const exported = declarationOf(declared)
      if (exported !== undefined && !found.has(place)) found.set(place, { entry, name, ...exported })
    }
  }
  return [...found.values()]
}

interface Declared {
  readonly file: string
  readonly name: string
}

/** Where the values that a module exports are declared. */
function exportsOf(file: string): Map<string, Declared> {
  const source = readFileSync(join(root, file), 'utf8')
  const found = new Map<string, Declared>()
  for (const [, names = '', from] of source.matchAll(/^export \{([^}]*)\}(?: from '([^']+)')?/gm)) {
    for (const listed of names.split(',').map((one) => one.trim())) {
      const [, name = '', as = name] = /^(\w+)(?: as (\w+))?$/.exec(listed) ?? []
      if (name === '') continue
      const target = from === undefined ? importedFrom(source, name) : from
      const declared =
        target === undefined ? { file, name } : exportsOf(join(dirname(file), target.replace(/\.js$/, '.ts'))).get(name)
      if (declared !== undefined) found.set(as, declared)
    }
  }
  for (const [, name = ''] of source.matchAll(declarations)) found.set(name, { file, name })
  return found
}

const declarations = /^export (?:abstract )?(?:async )?(?:function\*?|class|const) (\w+)/gm

const importedFrom = (source: string, name: string) =>
  new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from '(\\.[^']+)'`, 'm').exec(source)?.[1]

function declarationOf({ file, name }: Declared): Pick<Exported, 'extended' | 'file' | 'docstring'> | undefined {
  const source = readFileSync(join(root, file), 'utf8')
  const declaration = new RegExp(
    `^(?:export )?(?:abstract )?(?:async )?(?:class ${name}\\b(?: extends (\\w+))?|function\\*? ${name}\\b|const ${name}\\b[^=\\n]*= (?:async )?(?:<[^>]*>)?\\()`,
    'm',
  ).exec(source)
  if (declaration === null) return undefined
  const [docstring = ''] = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n$/.exec(source.slice(0, declaration.index)) ?? []
  return { extended: declaration[1], file, docstring }
}
