import { UnknownOptionError } from '../errors.js'
import { nearest } from './nearest.js'

/** The names of all options, as a table that the compiler checks against their interface. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true }

/**
 * Checks the names of options. Options that are undefined are ignored.
 *
 * @param called What takes the options, at the start of a sentence: `serve`, `The command 'whois'`.
 * @param inside The option that holds them, if it isn't `called` itself: `dedupe`.
 * @throws {UnknownOptionError} for an unknown option, and for anything but an object.
 */
export function checkOptions(
  called: string,
  options: unknown,
  known: Readonly<Record<string, true>>,
  inside?: string,
): void {
  if (typeof options !== 'object' || options === null) {
    // What was given may be a key or an address with a password, so it is never repeated.
    const given = options == null ? `${options}` : `a ${typeof options}`
    const problem = `${called} takes ${inside === undefined ? 'its options' : `\`${inside}\``} as an object, such as {}`
    throw new UnknownOptionError(inside ?? '', `${problem}; it was given ${given}.`)
  }
  const unknown = unknownOption(options, known)
  if (unknown === undefined) return
  const name = inside === undefined ? unknown.name : `${inside}.${unknown.name}`
  throw new UnknownOptionError(name, `${called} has no option \`${name}\`. ${unknown.advice}`)
}

interface UnknownOption {
  readonly name: string
  /** Suggests what to write instead. */
  readonly advice: string
}

/** The first option with an unknown name, if there is one. */
export function unknownOption(options: object, known: Readonly<Record<string, true>>): UnknownOption | undefined {
  const names = Object.keys(known)
  for (const [name, value] of Object.entries(options)) {
    if (Object.hasOwn(known, name) || value === undefined) continue
    const meant = nearest(name, names)
    return { name, advice: meant === undefined ? `The options are ${names.join(', ')}.` : `Did you mean \`${meant}\`?` }
  }
  return undefined
}
