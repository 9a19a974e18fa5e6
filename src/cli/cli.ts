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
import {
  Command,
  CommanderError,
  commandRunner,
  ownPackage,
  type RunCommand,
  suggestChoices,
} from './shared/command.js'
import { exitCodes, failureLine } from './shared/failure.js'
import { explain, withHelp } from './shared/help.js'
import { fitted } from './shared/layout.js'
import type { Terminal } from './shared/terminal.js'
import { simulateCommand } from './simulate/command.js'
import { testCommand } from './test/command.js'

/** The commands, as `--help` groups them. */
const groups: Readonly<Record<string, readonly ((run: RunCommand) => Command)[]>> = {
  Write: [newCommand, devCommand, simulateCommand, sendCommand, mcpCommand],
  Test: [testCommand, exploreCommand, matrixCommand, recordCommand],
  Run: [setupCommand, serveCommand, listenCommand],
  Inspect: [doctorCommand, queueCommand, callCommand, driftCommand],
}

const explanation = `
  $ earshot new hello --template commands
  $ earshot dev bot.ts --open
  $ earshot test
  $ earshot doctor

\`earshot <command> --help\` explains a command, and \`earshot --version\` prints the version.`

/** Runs the `earshot` command. All input and output goes through the terminal. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = exitCodes.worked
  const run = commandRunner(terminal, (code) => {
    exitCode = code
  })
  const program = new Command('earshot')
    .usage('<command>')
    .description('Bots within earshot of your team chat.')
    .version(ownPackage.version)
    .addHelpText('after', explain(explanation))
  for (const [heading, commands] of Object.entries(groups)) {
    for (const command of commands) program.addCommand(command(run).helpGroup(`${heading}:`))
  }
  try {
    withSharedSettings(program, args, terminal)
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? exitCodes.worked : exitCodes.notTried
  }
}

/** Makes every command report wrong usage with exit code 2, a suggestion and a pointer to its help. */
function withSharedSettings(program: Command, args: readonly string[], { out, err }: Terminal): Command {
  for (const command of [program, ...program.commands]) {
    const name = command === program ? 'earshot' : `earshot ${command.name()}`
    withHelp(command, out)
      .showHelpAfterError(`(try: ${name} --help)`)
      // The help is coloured only where colours are wanted.
      .configureOutput({
        writeOut: out.write,
        writeErr: (text) => err.write(fitted(text, err.columns)),
        getOutHasColors: () => true,
      })
      .exitOverride((error) => {
        const { exitCode, message } = error
        if (exitCode !== 0 && wantsJson(command, args)) {
          out.write(failureLine({ result: 'error', msg: message.replace(/^error: /, ''), code: 'usage' }))
        }
        throw error
      })
    for (const one of [...command.options, ...command.registeredArguments]) suggestChoices(one)
  }
  return program
}

/** Reads the arguments itself, since commander stops at the first invalid option. */
function wantsJson({ options }: Command, args: readonly string[]): boolean {
  return args.includes('--json') && options.some(({ long }) => long === '--json')
}
