import { readSeed, SeedFileError } from '../../../src/simulator/seedFile/index.js'

/** What a file is refused for: `line:column field message`, in the order of the file. Empty where it is read. */
export function mistakesIn(text: string, name = 'seed.yaml'): string[] {
  try {
    readSeed(text, { name })
    return []
  } catch (error) {
    if (!(error instanceof SeedFileError)) throw error
    return error.problems.map(({ line, column, field, message }) => `${line}:${column} ${field} ${message}`)
  }
}

/** A file in which nothing is wrong but what is put into it: fields of one list, and of the organisation. */
export function shop(parts: { readonly users?: string; readonly rest?: string } = {}): string {
  const users = `  - { user_id: 1, full_name: Iago, role: owner }\n  - { user_id: 2, full_name: Hamlet }\n${parts.users ?? ''}`
  return `name: Corner Shop\nusers:\n${users}\n${parts.rest ?? ''}\n`
}

/** The text without its mark, and where the mark stood. */
export function unmarked(marked: string): { readonly text: string; readonly position: string } {
  const before = marked.slice(0, marked.indexOf('▸'))
  const lines = before.split('\n')
  return { text: marked.replace('▸', ''), position: `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}` }
}

/** A pattern for this text and nothing else. */
export function exactly(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
}
