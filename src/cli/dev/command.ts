import { portNumber, wholeNumber } from '../shared/arguments.js'
import { Command, Option } from '../shared/commander.js'
import type { RunCommand } from '../shared/runCommand.js'
import type { DevFlags } from './open.js'

/** `earshot dev`: a bot in a simulated chat, reloaded as it is changed. */
export function devCommand(run: RunCommand): Command {
  return new Command('dev')
    .description('Talk to the bots of a file in a simulated chat, and reload them when the code changes.')
    .argument('<file>', 'the file that exports your bot, or several')
    .option('--port <n>', "the simulated server's port; a free one unless given", portNumber, 0)
    .option('--level <n>', 'which version of the server it is; the newest unless given', wholeNumber)
    .option('--organisation <file>', 'what the chat starts with, as YAML or JSON; a small bakery unless given')
    .option('--data <directory>', 'keep the chat and what bots store there, and go on from what is there')
    .option(
      '--queue <where>',
      'put a queue before the bots, and show it: sqlite:bots.db or redis://…; none unless given',
    )
    .addOption(
      new Option(
        '--log-level <level>',
        'the least that is shown of the log; info unless given, but for what shows in the chat anyway',
      ).choices(['debug', 'info', 'warn', 'error']),
    )
    .option('--open', 'open the playground in a browser')
    .option('--json', 'print what happens as JSON, one object a line')
    .addHelpText('after', explanation)
    .action((file: string, flags: DevFlags) =>
      run('dev', flags, async (output) => {
        const { dev } = await import('./dev.js')
        return dev(file, flags, output)
      }),
    )
}

const explanation = `
Talk to the bot in the playground, whose address is printed first, or here: lines that you type are said to
the bot; /help, typed there, says what else there is. It stays up until Ctrl-C.
Lines may come from a pipe as well: each waits for what came of the one before.

  $ earshot dev bot.ts --open
  $ printf 'hello\\n/advance 1h\\n/quit\\n' | earshot dev bot.ts --level 176`
