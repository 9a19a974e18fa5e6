import { nearest } from './nearest.js'

/** The names of all options, as a table that the compiler holds against their interface. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true }

/** An unknown option. */
export interface UnknownOption {
  readonly name: string
  /** What to write instead. */
  readonly advice: string
}

/** The first option whose name isn't known; undefined when all are. An option that is undefined counts as not given. */
export function unknownOption(options: object, known: Readonly<Record<string, true>>): UnknownOption | undefined {
  const names = Object.keys(known)
  for (const [name, value] of Object.entries(options)) {
    if (Object.hasOwn(known, name) || value === undefined) continue
    const meant = nearest(name, names)
    return { name, advice: meant === undefined ? `The options are ${names.join(', ')}.` : `Did you mean \`${meant}\`?` }
  }
  return undefined
}
