import { callCommand } from './call/command.js'
import { devCommand } from './dev/command.js'
import { doctorCommand } from './doctor/command.js'
import { driftCommand } from './drift/command.js'
import { exploreCommand } from './explore/command.js'
import { listenCommand } from './listen/command.js'
import { matrixCommand } from './matrix/command.js'
import { mcpCommand } from './mcp/command.js'
import { newCommand } from './new/command.js'
import { queueCommand } from './queue/command.js'
import { recordCommand } from './record/command.js'
import { sendCommand } from './send/command.js'
import { serveCommand } from './serve/command.js'
import { setupCommand } from './setup/command.js'
import { Command, CommanderError, commandRunner, Help, type Option, ownPackage, seconds } from './shared/command.js'
import { exitCodes, failureLine } from './shared/failure.js'
import type { Terminal } from './shared/terminal.js'
import { simulateCommand } from './simulate/command.js'
import { testCommand } from './test/command.js'

/** Runs the `earshot` command. All input and output goes through the terminal. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = exitCodes.worked
  const run = commandRunner(terminal, (code) => {
    exitCode = code
  })
  const program = new Command('earshot')
    .description('Bots within earshot of your team chat.')
    .version(ownPackage.version)
    .addCommand(callCommand(run))
    .addCommand(devCommand(run))
    .addCommand(doctorCommand(run))
    .addCommand(driftCommand(run))
    .addCommand(exploreCommand(run))
    .addCommand(listenCommand(run))
    .addCommand(matrixCommand(run))
    .addCommand(mcpCommand(run))
    .addCommand(newCommand(run))
    .addCommand(queueCommand(run))
    .addCommand(recordCommand(run))
    .addCommand(sendCommand(run))
    .addCommand(serveCommand(run))
    .addCommand(setupCommand(run))
    .addCommand(simulateCommand(run))
    .addCommand(testCommand(run))
  try {
    withSharedSettings(program, args, terminal)
    const instead = goneCommands.get(args[0] ?? '')
    if (instead !== undefined) program.error(`error: earshot ${args[0]} is gone. ${instead}`)
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? exitCodes.worked : exitCodes.notTried
  }
}

/** Commands of earlier versions, and what to use instead. */
const goneCommands: ReadonlyMap<string, string> = new Map([
  ['completion', '`earshot --help` lists the commands, `earshot call --list` the endpoints.'],
  [
    'replay',
    'Send a delivery again with "Resend" in the playground or POST /sim/deliveries/ID/resend; ' +
      'play a recording with `earshot record --from FILE`, then `earshot test`.',
  ],
])

/** Makes every command report wrong usage with exit code 2, a suggestion and a pointer to its help. */
function withSharedSettings(program: Command, args: readonly string[], { out, err }: Terminal): Command {
  for (const command of [program, ...program.commands]) {
    const name = command === program ? 'earshot' : `earshot ${command.name()}`
    command
      .showHelpAfterError(`(try: ${name} --help)`)
      .configureHelp({ optionDescription: describeOption })
      .configureOutput({ writeOut: out.write, writeErr: err.write })
      .exitOverride((error) => {
        const { exitCode, message } = error
        if (exitCode !== 0 && wantsJson(command, args)) {
          out.write(failureLine({ result: 'error', msg: message.replace(/^error: /, ''), code: 'usage' }))
        }
        throw error
      })
  }
  return program
}

/** Reads the arguments itself, since commander stops at the first invalid option. */
function wantsJson({ options }: Command, args: readonly string[]): boolean {
  return args.includes('--json') && options.some(({ long }) => long === '--json')
}

/** Shows an option's default in the option's unit, unless the description already states it. */
function describeOption(option: Option): string {
  const { description, defaultValue, parseArg } = option
  if (Array.isArray(defaultValue) || description.includes('(default: ')) return description
  if (parseArg === seconds && defaultValue !== undefined) return `${description} (default: ${defaultValue / 1000})`
  return new Help().optionDescription(option)
}
