#!/usr/bin/env node
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
import { endWithClosedPipe } from './shared/closedPipe.js'
import { Command } from './shared/commander.js'
import { withHabits } from './shared/habits.js'
import { simulateCommand } from './simulate/command.js'
import { testCommand } from './test/command.js'

/** The `earshot` command: every command of it is a call that a program could make too. */

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

const program = new Command('earshot')
  .description('Bots within earshot of your team chat.')
  .version(version)
  .addCommand(callCommand())
  .addCommand(completionCommand())
  .addCommand(devCommand())
  .addCommand(doctorCommand())
  .addCommand(matrixCommand())
  .addCommand(newCommand())
  .addCommand(queueCommand())
  .addCommand(replayCommand())
  .addCommand(sendCommand())
  .addCommand(serveCommand())
  .addCommand(simulateCommand())
  .addCommand(testCommand())

endWithClosedPipe()
await withHabits(program).parseAsync()
