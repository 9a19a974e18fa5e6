import { another, seconds } from '../shared/arguments.js'
import { Command } from '../shared/commander.js'
import { withConnectionOptions } from '../shared/connectionFlags.js'
import type { RunCommand } from '../shared/runCommand.js'
import type { SendFlags } from './place.js'

/** `earshot send`: a message to a bot, from a terminal, as a person. */
export function sendCommand(run: RunCommand): Command {
  const command = new Command('send')
    .description('Send a message as a person, and print what the bot answers.')
    .argument('<text>', 'what to say; - for what comes in')
    .option('--to <who>', 'who is written to, or mentioned in the channel (repeatable)', another, [])
    .option('--channel <name>', 'send to a channel in place of a direct message')
    .option('--topic <name>', 'the topic in the channel')
    .option('--wait <seconds>', 'how long to wait for an answer, 0 for not at all', seconds, 10_000)
    .option('--json', 'print the message ID and the answers as JSON')
  return withConnectionOptions(command)
    .addHelpText('after', explanation)
    .action((text: string, flags: SendFlags) =>
      run('send', flags, async (output) => {
        const { send } = await import('./send.js')
        return send(text, flags, output)
      }),
    )
}

const explanation = `
Ends with 0 when there was an answer, 1 when there was none, 2 when nothing could be sent.

  $ earshot send 'remind me to buy flour' --to echo --as iago --simulator http://127.0.0.1:9991
  $ earshot send hello --to echo --channel general --topic lunch
  $ git log -1 | earshot send - --to 'Release bot' --wait 30`
