import { another, Command, parseSeconds, type RunCommand, withConnectionOptions } from '../shared/command.js'
import { explain } from '../shared/help.js'

export function sendCommand(run: RunCommand): Command {
  const command = new Command('send')
    .description('Send a message as a person, and print what the bot answers.')
    .argument('<text>', 'the message; - for standard input')
    .option('--to <who>', 'the recipient, or who to mention in the channel (repeatable)', another, [])
    .option('--channel <name>', 'send to a channel instead of a direct message')
    .option('--topic <name>', 'the topic in the channel')
    .option('--wait <seconds>', "how long to wait for an answer; 0 doesn't wait", parseSeconds, 10_000)
    .option('--json', 'print the message ID and the answers as JSON')
  return withConnectionOptions(command)
    .addHelpText('after', explain(explanation))
    .action(run(async () => (await import('./send.js')).send))
}

const explanation = `
Exits with 0 if there was an answer, 1 if there was none, 2 if nothing could be sent.

  $ earshot send 'buy flour' --to echo --simulator http://127.0.0.1:9991
  $ earshot send hello --to echo --channel general --topic lunch
  $ git log -1 | earshot send - --to 'Release bot' --wait 30`
