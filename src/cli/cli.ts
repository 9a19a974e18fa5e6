import { readFileSync } from 'node:fs'
import { callCommand } from './call/command.js'
import { completionCommand } from './completion/command.js'
import { devCommand } from './dev/command.js'
import { doctorCommand } from './doctor/command.js'
import { matrixCommand } from './matrix/command.js'
import { newCommand } from './new/command.js'
import { queueCommand } from './queue/command.js'
import { replayCommand } from './replay/command.js'
import { sendCommand } from './send/command.js'
import { serveCommand } from './serve/command.js'
import { Command, CommanderError } from './shared/commander.js'
import { exitCodes } from './shared/exitCodes.js'
import { withHabits } from './shared/habits.js'
import { type RunCommand, runCommand } from './shared/runCommand.js'
import type { Terminal } from './shared/terminal.js'
import { simulateCommand } from './simulate/command.js'
import { testCommand } from './test/command.js'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

/**
 * Runs the `earshot` command: reads and writes through a terminal, and nothing else of the process.
 *
 * @param args What is typed after `earshot`.
 * @returns The exit code.
 */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = exitCodes.worked
  const run: RunCommand = async (...command) => {
    exitCode = await runCommand(terminal, ...command)
  }
  const program = new Command('earshot')
    .description('Bots within earshot of your team chat.')
    .version(version)
    .addCommand(callCommand(run))
    .addCommand(completionCommand(run))
    .addCommand(devCommand(run))
    .addCommand(doctorCommand(run))
    .addCommand(matrixCommand(run))
    .addCommand(newCommand(run))
    .addCommand(queueCommand(run))
    .addCommand(replayCommand(run))
    .addCommand(sendCommand(run))
    .addCommand(serveCommand(run))
    .addCommand(simulateCommand(run))
    .addCommand(testCommand(run))
  try {
    await withHabits(program, args, terminal).parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? exitCodes.worked : exitCodes.notTried
  }
}
