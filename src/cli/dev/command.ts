import { Command, Option, parsePort, parseWholeNumber, type RunCommand } from '../shared/command.js'
import { explain } from '../shared/help.js'

export function devCommand(run: RunCommand): Command {
  return new Command('dev')
    .summary('Talk to your bot in a simulated chat; it reloads as you edit.')
    .description('Talk to the bots of a file in a simulated chat, and reload them when the code changes.')
    .argument('<file>', 'the file that exports your bot, or several')
    .option('--port <n>', "the simulated server's port (default: a free one)", parsePort, 0)
    .option('--level <n>', "the server's feature level (default: the newest)", parseWholeNumber)
    .option('--seed-file <file>', 'the initial organisation, as YAML or JSON (default: a small bakery)')
    .option('--data <directory>', "store the chat and the bots' data there, and resume from it")
    .option(
      '--queue <where>',
      'put a queue in front of the bots, and show it: sqlite:bots.db or redis://… (default: none)',
    )
    .addOption(
      new Option(
        '--log-level <level>',
        'the lowest log level shown (default: info, without what the chat shows anyway)',
      ).choices(['debug', 'info', 'warn', 'error']),
    )
    .option('--open', 'open the playground in a browser')
    .option('--json', 'print events as JSON, one object per line')
    .addHelpText('after', explain(explanation))
    .action(run(async () => (await import('./dev.js')).dev))
}

const explanation = `
Talk to the bot in the playground, whose address is printed first, or here: each line you type is a
message to the bot, and /help lists the commands. Runs until Ctrl-C.
Lines can also come from a pipe; each waits until the previous one is handled.

  $ earshot dev bot.ts --open
  $ printf 'hello\\n/advance 1h\\n/quit\\n' | earshot dev bot.ts --level 176`
