import type { Duration, OptionNames } from '../text/index.js'
import { BotSetupError } from './base/errors.js'
import type { Access } from './people/access.js'

export interface ComposerOptions {
  /** Words before each of the commands: with `topic`, the command `list` is `topic list`. */
  readonly prefix?: string
  /** Who may use the commands and other handlers that have a sender, in addition to each command's own `access`. */
  readonly access?: Access
  /** How long one person has to wait after any of the handlers ran: `'30s'`, or milliseconds. */
  readonly cooldown?: Duration
}

export const composerOptions: OptionNames<ComposerOptions> = { prefix: true, access: true, cooldown: true }

/** The error for what `use` can't take. @param composer The name of the class, which a bundler may change. */
export function notComposer(given: unknown, composer: string): BotSetupError {
  const isOther = typeof given === 'object' && given !== null && given.constructor?.name === composer
  const what = isOther ? 'a Composer of another copy of Earshot' : `${given === null ? 'null' : typeof given}`
  const advice = isOther
    ? 'A package with a composer has Earshot as a peer dependency: see `npm ls earshot`.'
    : 'Give middleware, or a Composer.'
  return new BotSetupError('invalid_option', `use was given ${what}. ${advice}`)
}

export function inUse(): BotSetupError {
  const problem = 'This composer is already in use. Add handlers to it before bot.use(composer).'
  return new BotSetupError('module_in_use', problem)
}
