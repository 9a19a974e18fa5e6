import type { Dialect } from '../../protocol/index.js'

/** A text of the contract with the paths, fields and values named as in a dialect. */
export function inWords(dialect: Dialect, text: string): string {
  const table: Readonly<Record<string, string>> = {
    ...dialect.authenticationMethods,
    ...dialect.reactionTypes,
    ...dialect.fields,
    ...dialect.paths,
  }
  return text.replaceAll(/\/?[\w/-]+/g, (word) => (Object.hasOwn(table, word) ? (table[word] ?? word) : word))
}

/** The name of a field in the words of a dialect. */
export function fieldIn(dialect: Dialect, name: string): string {
  return Object.hasOwn(dialect.fields, name) ? (dialect.fields[name] ?? name) : name
}
