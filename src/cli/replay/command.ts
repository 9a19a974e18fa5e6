import { deliveryRules } from '../../protocol/webhook/deliveryRules.js'
import { Command, type RunCommand, seconds } from '../shared/command.js'

export function replayCommand(run: RunCommand): Command {
  return new Command('replay')
    .description('Play a recording, or post recorded deliveries, to a bot, and print what it does.')
    .argument('<file...>', 'recordings, or recorded or edited deliveries as JSON; - for standard input')
    .option('--to <url>', "the bot's address")
    .option('--bot <file>', "the bot's file, to run in this process instead")
    .option('--name <bot>', 'which bot, if the file exports several')
    .option('--token <token>', 'the token to send (default: EARSHOT_TOKEN, if the recorded one is masked)')
    .option('--simulator <url>', "a simulator that supplies masked tokens and receives the bot's calls")
    .option('--exact', 'keep the message ID, though the bot may treat it as a duplicate')
    .option('--force', 'send invalid deliveries too')
    .option('--timeout <seconds>', "how long to wait for the bot's response", seconds, deliveryRules.timeout)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', explanation)
    .action(run(async () => (await import('./replay.js')).replay))
}

const explanation = `
A file contains one or more notifications as the server posts them: a response of a simulator's
/sim/deliveries, its journal as JSON lines, or an HTTP archive (HAR). With --bot, a recording of
earshot record is played as a whole in a simulator, and differences in the bot's behaviour are shown;
with --to, its deliveries are posted.

Exits with 0 if all responses were valid, or the bot did what was recorded, 1 if not, and 2 if
something couldn't be sent: an unreadable file, or an invalid delivery.

  $ curl -s localhost:9991/sim/deliveries/1 | earshot replay - --to http://127.0.0.1:5002
  $ earshot replay lunch.json --bot src/bot.ts
  $ earshot replay lunch.jsonl --bot src/bot.ts`
