import type { Command } from 'commander'
import { exitCodes } from './exitCodes.js'

/** Gives all commands the same manners: what is typed wrongly ends with 2, a word on what may have been meant, and where help is. */
export function withHabits(program: Command): Command {
  for (const command of [program, ...program.commands]) {
    const name = command === program ? 'earshot' : `earshot ${command.name()}`
    command
      .showHelpAfterError(`(try: ${name} --help)`)
      .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? exitCodes.worked : exitCodes.notTried))
  }
  return program
}
