import { deliveryRules } from '../../protocol/webhook/deliveryRules.js'
import { seconds } from '../shared/arguments.js'
import { Command } from '../shared/commander.js'
import type { RunCommand } from '../shared/runCommand.js'
import type { ReplayFlags } from './replay.js'

/** `earshot replay`: recorded deliveries, once more to a bot. */
export function replayCommand(run: RunCommand): Command {
  return new Command('replay')
    .description('Post recorded deliveries to a bot, and print how its answers are read.')
    .argument('<file...>', 'recorded or edited deliveries, as JSON; - for what comes in')
    .option('--to <url>', "the bot's address")
    .option('--bot <file>', "the bot's own file, run in this process, in place of an address")
    .option('--name <bot>', 'which bot, where the file exports several')
    .option('--token <token>', 'the token to send (or EARSHOT_TOKEN, where the recorded one is masked)')
    .option('--simulator <url>', 'a simulator that knows masked tokens, and takes what the bot calls')
    .option('--exact', 'leave the message ID as it is: the bot may take it for a repetition')
    .option('--force', 'send also what is not as the contract says')
    .option('--timeout <seconds>', 'how long the bot may be silent', seconds, deliveryRules.timeout)
    .option('--json', 'print what came of it as JSON')
    .addHelpText('after', explanation)
    .action((files: readonly string[], flags: ReplayFlags) =>
      run('replay', flags, async (output) => {
        const { replay } = await import('./replay.js')
        return replay(files, flags, output)
      }),
    )
}

const explanation = `
A file holds a notification as the server posts it, or several: what /sim/deliveries of a
simulator answers, its journal as JSON lines, or an HTTP archive.

Ends with 0 when every answer could be used, 1 when one could not, 2 when something was
not sent: a file that can't be read, or a delivery that is not as the contract says.

  $ curl -s localhost:9991/sim/deliveries/1 | earshot replay - --to http://127.0.0.1:5002
  $ earshot replay lunch.json --bot src/bot.ts`
