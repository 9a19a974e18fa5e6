import { seconds } from './arguments.js'
import { type Command, Help, type Option } from './commander.js'
import { failureLine } from './failure.js'
import type { Terminal } from './terminal.js'

/** Gives all commands the same manners: what is typed wrongly ends with 2, a word on what may have been meant, and where help is. */
export function withHabits(program: Command, args: readonly string[], { out, err }: Terminal): Command {
  for (const command of [program, ...program.commands]) {
    const name = command === program ? 'earshot' : `earshot ${command.name()}`
    command
      .showHelpAfterError(`(try: ${name} --help)`)
      .configureHelp({ optionDescription: describeOption })
      .configureOutput({ writeOut: out.write, writeErr: err.write })
      .exitOverride((error) => {
        const { exitCode, message } = error
        if (exitCode !== 0 && wantsJson(command, args)) {
          out.write(failureLine({ result: 'error', msg: message.replace(/^error: /, ''), code: 'USAGE' }))
        }
        throw error
      })
  }
  return program
}

/** Read from what was typed, since commander stops at the first option that it can't take. */
function wantsJson({ options }: Command, args: readonly string[]): boolean {
  return args.includes('--json') && options.some(({ long }) => long === '--json')
}

/** What is taken for an option that is not given: in the unit that it is given in, unless its own words say it. */
function describeOption(option: Option): string {
  const { description, defaultValue, parseArg } = option
  if (Array.isArray(defaultValue) || description.includes('unless given')) return description
  if (parseArg === seconds && defaultValue !== undefined) return `${description} (default: ${defaultValue / 1000})`
  return new Help().optionDescription(option)
}
