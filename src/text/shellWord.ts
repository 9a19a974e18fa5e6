import { controlling } from './printable.js'

/**
 * Quotes a text as one word of a command line that is printed to be copied: a POSIX shell passes on exactly the text, but for
 * NUL, which no argument can hold. Control characters other than line feeds are left to `printf`, so that the line can be
 * printed and pasted.
 */
export function shellQuoted(text: string): string {
  const parts = text.split(unpasted).map((part, at) => {
    if (at % 2 === 0) return part && `'${part.replaceAll("'", "'\\''")}'`
    const bytes = [...new TextEncoder().encode(part)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
    return `"$(printf '${bytes.join('')}')"`
  })
  return parts.join('') || "''"
}

const unpasted = new RegExp(`([\\t${controlling}]+)`, 'u')

/** The same, quoted only if a shell would read it as something else. */
export const shellWord = (text: string): string => (plain.test(text) ? text : shellQuoted(text))

// `~` stands for a home directory, and zsh looks up a program after `=`.
const plain = /^(?![~=])[\w@%+=:,./~-]+$/

/** The same for a path, which is no option even if it begins with a hyphen. */
export const shellPath = (path: string): string => shellWord(path.startsWith('-') ? `./${path}` : path)
