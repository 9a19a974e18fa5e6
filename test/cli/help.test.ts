import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { callCommand } from '../../src/cli/call/command.js'
import { sendCommand } from '../../src/cli/send/command.js'
import { serveCommand } from '../../src/cli/serve/command.js'
import { withHabits } from '../../src/cli/shared/habits.js'

const helpOf = (command: Command) => {
  withHabits(new Command('earshot').addCommand(command))
  return command.helpInformation().replaceAll(/\s+/g, ' ')
}

describe('the help of a command', () => {
  it('gives what is taken unless given in the unit of the option', () => {
    expect(helpOf(sendCommand())).toContain(
      '--wait <seconds> how long to wait for an answer, 0 for not at all (default: 10)',
    )
  })

  it('says nothing of a default that is none, or an empty list', () => {
    expect(helpOf(sendCommand())).toContain('mentioned in the channel (repeatable) --channel')
    expect(helpOf(callCommand())).toContain('how long the call may take, with all its repeats -h')
  })

  it('names choices, and which is taken', () => {
    expect(helpOf(serveCommand())).toContain('(choices: "both", "receiver", "worker", default: "both")')
  })
})
