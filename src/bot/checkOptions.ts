import { unknownOption } from '../text/index.js'
import { BotSetupError } from './errors.js'

/**
 * @param what What the options are for, at the start of a sentence: `The command 'whois'`.
 * @throws {BotSetupError} `invalid_option` for anything but an object, and for an unknown option.
 */
export function checkOptions(what: string, options: unknown, known: Readonly<Record<string, true>>): void {
  if (typeof options !== 'object' || options === null) {
    const given = typeof options === 'function' ? 'a function' : JSON.stringify(options)
    throw new BotSetupError(
      'invalid_option',
      `${what} takes its options as an object, such as {}; it was given ${given}.`,
    )
  }
  const unknown = unknownOption(options, known)
  if (unknown === undefined) return
  throw new BotSetupError('invalid_option', `${what} has no option \`${unknown.name}\`. ${unknown.advice}`)
}
