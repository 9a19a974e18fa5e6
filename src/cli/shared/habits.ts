import { seconds } from './arguments.js'
import { type Command, Help, type Option } from './commander.js'
import { exitCodes } from './exitCodes.js'
import { failureLine } from './failure.js'

/** Gives all commands the same manners: what is typed wrongly ends with 2, a word on what may have been meant, and where help is. */
export function withHabits(program: Command): Command {
  for (const command of [program, ...program.commands]) {
    const name = command === program ? 'earshot' : `earshot ${command.name()}`
    command
      .showHelpAfterError(`(try: ${name} --help)`)
      .configureHelp({ optionDescription: describeOption })
      .exitOverride(({ exitCode, message }) => {
        if (exitCode !== 0 && wantsJson(command)) {
          process.stdout.write(failureLine({ result: 'error', msg: message.replace(/^error: /, ''), code: 'USAGE' }))
        }
        process.exit(exitCode === 0 ? exitCodes.worked : exitCodes.notTried)
      })
  }
  return program
}

/** Read from what was typed, since commander stops at the first option that it can't take. */
function wantsJson({ options }: Command): boolean {
  return process.argv.includes('--json') && options.some(({ long }) => long === '--json')
}

/** What is taken for an option that is not given: in the unit that it is given in, unless its own words say it. */
function describeOption(option: Option): string {
  const { description, defaultValue, parseArg } = option
  if (Array.isArray(defaultValue) || description.includes('unless given')) return description
  if (parseArg === seconds && defaultValue !== undefined) return `${description} (default: ${defaultValue / 1000})`
  return new Help().optionDescription(option)
}
